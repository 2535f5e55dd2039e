// A relay for tables with two seats, on bare `ws`: the baseline of `cargo xtask load --compare`.
//
// It does the least that a server for turn-based games can do: it reads a move, checks whose turn it is, counts the
// move, and sends each seat its own message. It knows no rules and stores nothing. Its messages have the form and the
// average size of those that an Atlas server sends to programs in Enchanted Lands: a turn has 2.2 KB, and a message
// without a question has 1.4 KB.
//
//     node relay.js [PORT]
//
// A client connects to /t/TABLE/SEAT, where SEAT is 0 or 1, and answers each `turn` with {"action":"…"}.

import { WebSocketServer } from "ws";

// The same cards lie on every board and are in every hand, because the relay does not play a game.
const BOARD = ["dawn-3", "dawn-6", "day-1", "day-3", "day-6", "sunset-5", "sunset-7", "night-2", "night-3", "night-5"];
const HANDS = [
  ["dawn-4", "dawn-5", "day-4", "sunset-2", "sunset-4", "night-1", "night-4"],
  ["dawn-2", "dawn-7", "day-2", "day-7", "sunset-3", "night-6", "night-7"],
];
const BETS = ["", " time 1", " time 2", " place 1", " place 2"];
const LEGAL = HANDS.map((hand) => hand.flatMap((card) => BETS.map((bet) => card + bet)));
const QUESTION = ["Play a card. If it completes nothing, you may bet up to ", " chips on Time or Place. (EL-35)"];

// The tables by name. A table has the sockets of its two seats, the number of moves and the last move.
const tables = new Map();

const port = Number(process.argv[2] ?? 0);
const server = new WebSocketServer({ host: "127.0.0.1", port, perMessageDeflate: false });

server.on("listening", () => console.log(`Listening at http://localhost:${server.address().port}`));

server.on("connection", (socket, request) => {
  const [, name, digit] = /^\/t\/(\w+)\/([01])$/.exec(request.url) ?? [];
  if (!name) return socket.close(1008, "connect to /t/TABLE/SEAT");
  const seat = Number(digit);
  if (!tables.has(name)) tables.set(name, { sockets: [null, null], moves: 0, last: null });
  const table = tables.get(name);
  if (table.sockets[seat]) return socket.close(1008, "the seat is taken");

  table.sockets[seat] = socket;
  socket.on("error", () => socket.terminate());
  socket.on("close", () => tables.delete(name));
  socket.on("message", (data) => receive(table, seat, data));
  if (table.sockets.every(Boolean)) send(table, 0);
});

// Plays a move, and tells both seats about it.
function receive(table, seat, data) {
  const action = read(data);
  if (action === null) return refuse(table, seat, "notation", 'A move is {"action":"…"}.');
  if (seat !== turn(table)) return refuse(table, seat, "not-your-turn", "It is not your turn.");
  table.moves += 1;
  table.last = { seat, card: action.split(" ", 1)[0], action };
  send(table, 0);
  send(table, 1);
}

// The action of a message, or null if the message is not a move.
function read(data) {
  try {
    const { action } = JSON.parse(data.toString());
    return typeof action === "string" ? action : null;
  } catch {
    return null;
  }
}

// The seats take turns.
function turn(table) {
  return table.moves % 2;
}

function refuse(table, seat, code, message) {
  table.sockets[seat].send(JSON.stringify({ type: "refused", code, rule: null, message }));
}

// Sends a seat what it sees, and asks it for a move if it is its turn.
function send(table, seat) {
  const [view, news] = [describe(table, seat), report(table, seat)];
  const message =
    seat === turn(table)
      ? { type: "turn", seat, question: ask(table), view, news, legal: LEGAL[seat] }
      : { type: "seen", seat, view, news };
  // The other seat may not have connected yet.
  table.sockets[seat]?.send(JSON.stringify(message));
}

function ask(table) {
  const limit = 5;
  return {
    id: table.moves,
    kind: "play",
    text: QUESTION.join(limit),
    parts: [QUESTION[0], { number: limit }, QUESTION[1]],
  };
}

// The table as a seat sees it, without the hand of the other seat.
function describe(table, seat) {
  return {
    to_act: turn(table),
    board: BOARD.map((card, at) => ({ card, face: "up", stack: { seat: at % 2, side: "place", chips: 1 } })),
    hands: HANDS.map((hand, owner) => (owner === seat ? hand : null)),
    hand_sizes: [7, 7],
    chips: [10, 7],
    points: [0, table.moves],
    pile_size: 3,
    removed_count: 2,
  };
}

// The events of the last move. Only the seat that moved learns which card was drawn.
function report(table, seat) {
  if (!table.last) return [];
  const { seat: actor, card, action } = table.last;
  const thing = { thing: card, name: card };
  const drawn = actor === seat ? HANDS[seat][table.moves % 7] : "a card";
  return [
    event("EL-32", actor, ` plays ${card}`, [" plays ", thing], [card]),
    event("EL-35", actor, ` bets on ${card}: ${action}`, [" bets on ", thing, `: ${action}`], [card]),
    event("EL-41", actor, ` draws ${drawn}`, [" draws ", drawn], []),
  ];
}

function event(rule, seat, text, parts, things) {
  return { rule, text: `Seat ${seat}${text}`, parts: [{ seat }, ...parts], things };
}
