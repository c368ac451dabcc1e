import { chats as askChats, deleteMessage, messages as askMessages, openChat, readChat, sendMessage } from "../api.js";

const PAGE = 50;

/** Returns a new identifier; pages that aren't served by https have no `randomUUID`. */
const newID = () => crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Makes the memory of the user's chats: their list, and the messages of those that were opened, live from the stream.
 * @param {{service: Object, group: Object, live: Object}} page
 */
export function makeChats({ service, group, live }) {
  let [chats, loading] = [[], null];
  const talks = new Map();
  const listeners = new Set();
  const report = (event = {}) => { for (const listener of listeners) listener(event); };
  const talk = (id) => {
    if (!talks.has(id)) talks.set(id, { messages: new Map(), pending: [], isWhole: false, isLoaded: false });
    return talks.get(id);
  };
  const take = (id, messages) => {
    const own = talk(id);
    for (const one of messages) {
      own.messages.set(one.position, one);
      if (one.author === group.get().user?.id) own.pending = own.pending.filter((each) => each.id !== one.id);
    }
  };
  const load = async () => {
    const asked = group.get().user?.id;
    if (!asked) return;
    const answer = await askChats(service);
    if (asked !== group.get().user?.id) return;
    chats = answer.chats;
    for (const id of talks.keys()) if (!chats.some((one) => one.id === id)) talks.delete(id);
    report();
  };
  /** Asks for the list, once for many calls at the same time. */
  const refresh = () => {
    loading ??= load().finally(() => { loading = null; });
    return loading;
  };
  /** Asks for the last messages of a chat again, when the store was restored from a copy and has others at the known positions. */
  const restore = async (id) => {
    talk(id).messages.clear();
    const { messages } = await askMessages(service, { chat: id, count: PAGE });
    take(id, messages);
    talk(id).isWhole = messages.length < PAGE;
    report();
  };
  /** Asks for all messages after the last one that is known. */
  const follow = async (id) => {
    for (;;) {
      const last = Math.max(0, ...talk(id).messages.keys());
      const sent = last ? { sent: Date.parse(talk(id).messages.get(last).sent) } : {};
      const answer = await askMessages(service, { chat: id, after: last, ...sent, count: PAGE }).catch((problem) => {
        if (problem.status === 409) return null;
        throw problem;
      });
      if (!answer) return restore(id);
      const { messages, lastPosition } = answer;
      take(id, messages);
      report();
      if (!messages.length || messages.at(-1).position >= lastPosition) return;
    }
  };
  const heard = ({ chat: id, message }) => {
    const chat = chats.find((one) => one.id === id);
    if (talks.get(id)?.isLoaded) take(id, [message]);
    if (!chat) refresh().catch(() => {});
    else if (message.position > chat.lastPosition) {
      const isOwn = message.author === group.get().user?.id;
      Object.assign(chat, { lastPosition: message.position, preview: message, unread: chat.unread + (isOwn ? 0 : 1) });
    }
    group.meet(message.author);
    report({ chat: id, message });
  };
  const deleted = ({ chat: id, position }) => {
    const known = talks.get(id)?.messages.get(position);
    if (known) talks.get(id).messages.set(position, { position, sent: known.sent });
    refresh().catch(() => {});
    report();
  };
  live.listen((event, document) => {
    if (event === "message") heard(document);
    if (event === "deleted") deleted(document);
    if (event !== "opened" || !group.get().user) return;
    // What came while there was no connection.
    refresh().then(() => {
      for (const [id, own] of talks) if (own.isLoaded) follow(id).catch(() => {});
    }, () => {});
  });
  let user = null;
  group.listen(() => {
    const isOther = user !== group.get().user?.id;
    user = group.get().user?.id;
    if (isOther) {
      chats = [];
      talks.clear();
    }
    refresh().catch(() => {});
    report();
  });

  const post = async (id, one) => {
    const own = talk(id);
    try {
      take(id, [await sendMessage(service, { chat: id }, { id: one.id, kind: one.kind, body: one.body })]);
      own.pending = own.pending.filter((each) => each.id !== one.id);
      const chat = chats.find((each) => each.id === id);
      const last = [...own.messages.values()].findLast((each) => each.id === one.id);
      if (chat && last && last.position > chat.lastPosition) Object.assign(chat, { lastPosition: last.position, preview: last });
    } catch (problem) {
      one.problem = problem.message;
    }
    report();
  };
  return {
    /** Returns the chats, as the server listed them. */
    all: () => chats,
    /** Returns the chat of an identifier; null when it is unknown. */
    chat: (id) => chats.find((one) => one.id === id) ?? null,
    /** Returns the messages that are known of a chat, in order, those on their way, and whether the first is known. */
    talk: (id) => ({ ...talk(id), messages: [...talk(id).messages.values()].toSorted((a, b) => a.position - b.position) }),
    /** Opens the chat of `{trip}`, `{event}` or `{person}`; its identifier. */
    async open(subject) {
      const chat = await openChat(service, {}, subject);
      if (!chats.some((one) => one.id === chat.id)) chats = [...chats, chat];
      report();
      return chat.id;
    },
    /** Loads the messages before those that are known: a page. */
    async back(id) {
      const own = talk(id);
      const first = Math.min(...own.messages.keys());
      const { messages } = await askMessages(service, { chat: id, count: PAGE, ...(own.messages.size ? { before: first } : {}) });
      take(id, messages);
      own.isWhole = messages.length < PAGE || messages.some((one) => one.position <= 1);
      own.isLoaded = true;
      report();
    },
    /** Sends a message; it keeps its id when it is sent again. */
    send(id, kind, body) {
      const one = { id: newID(), kind, body, problem: "" };
      talk(id).pending.push(one);
      report();
      return post(id, one);
    },
    /** Sends a message again that failed. */
    again(id, one) {
      one.problem = "";
      report();
      return post(id, one);
    },
    /** Forgets a message that failed. */
    forget(id, one) {
      talk(id).pending = talk(id).pending.filter((each) => each !== one);
      report();
    },
    /** Deletes an own message. */
    async remove(id, position) {
      await deleteMessage(service, { chat: id, position });
      deleted({ chat: id, position });
    },
    /** Says that all messages up to the last that is known were read. */
    async read(id) {
      const chat = chats.find((one) => one.id === id);
      const last = Math.max(0, ...talk(id).messages.keys());
      if (!chat || last <= chat.readPosition) return;
      const before = chat.readPosition;
      Object.assign(chat, { readPosition: last, unread: 0 });
      report();
      await readChat(service, { chat: id }, { position: last }).catch((problem) => {
        chat.readPosition = before;
        throw problem;
      });
    },
    refresh,
    /** Calls a function at each change, with `{chat, message}` for a message that has come. */
    listen(listener) { listeners.add(listener); },
  };
}
