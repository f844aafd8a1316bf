// Loaded into a Node program before its own code: writes down when one of its requests is broken off, and why.
const { abort } = AbortController.prototype;
AbortController.prototype.abort = function (reason) {
  console.log(`request broken off: ${reason}`);
  return abort.call(this, reason);
};
