// The frames of the socket (apps/chat/domain/batches.py): batches of markup in pieces, and heartbeats between them.
const PIECE = /^=(\d+) (\d+)\/(\d+) /;
const BEAT = /^~(\d+) (\d+)$/;

let pieces = [];

// what a frame is: {number, markup} for a whole batch, {number, seq} for a heartbeat, null for a piece of something
export function read(frame) {
  const beat = BEAT.exec(frame);
  if (beat) return { number: Number(beat[1]), seq: Number(beat[2]) };
  const [head, number, place, of] = PIECE.exec(frame) ?? [];
  if (!head) return null;
  if (place === "1") pieces = [];
  pieces.push(frame.slice(head.length));
  if (place !== of || pieces.length !== Number(of)) return null;
  const markup = pieces.join("");
  pieces = [];
  return { number: Number(number), markup };
}
