const PAUSES = [1000, 2000, 5000, 10_000, 30_000];
const SILENCE_MILLISECONDS = 40_000;

/**
 * Makes a reader of server-sent events.
 * @param {function({id: string|null, event: string, data: string}): void} tell called with each event
 * @returns {function(string): void} takes the next characters
 */
export function makeEventReader(tell) {
  let rest = "";
  let [id, event, data] = [null, "message", []];
  const line = (text) => {
    if (text === "") {
      if (data.length) tell({ id, event, data: data.join("\n") });
      [event, data] = ["message", []];
      return;
    }
    const [, name, value] = /^([^:]*)(?:: ?)?(.*)$/s.exec(text);
    if (name === "data") data.push(value);
    if (name === "event") event = value;
    if (name === "id" && !value.includes("\0")) id = value;
  };
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const one of lines) line(one);
  };
}

/**
 * Follows a stream of events until it is stopped; a broken connection is made again, where it ended.
 * @param {function({headers: Object, signal: AbortSignal}): Promise<Response>} ask asks for the stream
 * @param {function(string, any): void} tell called with the name and the document of each event
 * @param {function(Error): boolean} lost called when the connection ends; false gives up
 * @param {function(): void} [opened] called when a connection is there, also after it was lost
 * @returns {function(): void} stops it
 */
export function followEvents(ask, tell, lost, opened = () => {}) {
  let [last, failures, stopped, timer] = [null, 0, false, 0];
  let connection = new AbortController();
  const connect = async () => {
    connection = new AbortController();
    const headers = { Accept: "text/event-stream", ...(last ? { "Last-Event-ID": last } : {}) };
    const answer = await ask({ headers, signal: connection.signal });
    opened();
    const take = makeEventReader(({ id, event, data }) => {
      last = id ?? last;
      failures = 0;
      tell(event, JSON.parse(data));
    });
    const characters = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const quiet = () => connection.abort();
    let patience = setTimeout(quiet, SILENCE_MILLISECONDS);
    try {
      for (;;) {
        const { value, done } = await characters.read();
        if (done) return;
        clearTimeout(patience);
        patience = setTimeout(quiet, SILENCE_MILLISECONDS);
        take(value);
      }
    } finally {
      clearTimeout(patience);
    }
  };
  const run = async () => {
    const error = await connect().catch((failure) => failure);
    if (stopped || !lost(error)) return;
    timer = setTimeout(run, PAUSES[Math.min(failures++, PAUSES.length - 1)]);
  };
  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    connection.abort();
  };
}
