// Remembering small things in the browser; nothing breaks where storage is switched off.
const guarded = (storage) => ({
  names(prefix) {
    try {
      return Object.keys(storage()).filter((name) => name.startsWith(prefix));
    } catch {
      return [];
    }
  },
  get(key) {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      if (value) storage().setItem(key, value);
      else storage().removeItem(key);
    } catch {
      // full, or switched off
    }
  },
});

export const local = guarded(() => localStorage);
export const session = guarded(() => sessionStorage);
