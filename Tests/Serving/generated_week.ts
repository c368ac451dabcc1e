// A small ski week by a client that openapi-generator made (typescript-fetch): its functions and its types alone.
//
// node generated_week.js URL RECORDING; prints the number of parts as JSON. `client` is the generated folder beside this file.

import {
  Configuration, DayAchievementKind, DayFileKind, LapKind, DayState, DefaultApi, EventAnswer, EventAudienceKind, EventDraft,
  EventProgress, FavouriteKind, Fix, FixOutcomeOutcomeEnum, FixRejection, FriendState, ChallengeDraftMeasureEnum, ChatContentKind,
  ChatSubjectEnum, GrantDraftAudienceEnum, LiftEntry, LiftStateSource, LinkAudience, NoticeKind, OperatingState, PersonFreshnessEnum,
  PersonPrecisionEnum, Problem, ProblemFromJSON, ResponseError, SessionTokens, SkierSettingsAbilityEnum, TripRole,
} from "./client";

declare const process: { argv: string[]; exitCode: number };
declare function require(name: "fs"): { readFileSync(path: string): Uint8Array };
declare function require(name: "crypto"): { createHash(name: "sha256"): { update(bytes: Uint8Array): { digest(form: "hex"): string } } };

const [url, recording] = process.argv.slice(2);
const seconds = 1000;
const hours = 3600 * seconds;
const days = 24 * hours;

function later(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}

function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`wrong: ${what}`);
}

/** Fails unless two values are the same JSON. */
function same<Value>(found: Value, expected: Value, what: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  check(one === other, `${what}: ${one}, not ${other}`);
}

/** The first value of a function that is there. */
async function until<Value>(what: string, found: () => Promise<Value | undefined>): Promise<Value> {
  for (const end = Date.now() + 60 * seconds; Date.now() < end;) {
    const value = await found();
    if (value !== undefined) return value;
    await new Promise<void>((resume) => setTimeout(resume, 50));
  }
  throw new Error(`never came: ${what}`);
}

/** The problem that a request answers with a status. */
async function refused(status: number, request: Promise<unknown>): Promise<Problem> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const problem = ProblemFromJSON(await error.response.json());
    same([error.response.status, problem.status], [status, status], "the status of a problem");
    check(problem.title !== "" && problem.detail !== "", "a problem has texts");
    return problem;
  }
  throw new Error(`not refused with ${status}`);
}

/** The last part of a signed path, which the functions take. */
function last(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A person with a client of their own. */
class Traveller {
  readonly id: string;
  readonly api: DefaultApi;

  constructor(tokens: SessionTokens) {
    this.id = tokens.user;
    this.api = new DefaultApi(new Configuration({ basePath: url, accessToken: tokens.access }));
  }
}

/** The week; each method is a part of it, in order. */
class Week {
  readonly open = new DefaultApi(new Configuration({ basePath: url }));

  constructor(readonly anna: Traveller, readonly ben: Traveller, readonly cleo: Traveller) {}

  static async logIn(): Promise<Week> {
    const open = new DefaultApi(new Configuration({ basePath: url }));
    const offer = await open.logins();
    same([offer.telegram, offer.openID, offer.development], [false, false, true], "the logins");
    const people = ["Anna", "Ben", "Cleo"].map(async (name) =>
      new Traveller(await open.logInForDevelopment({ logInForDevelopmentRequest: { name } })));
    const [anna, ben, cleo] = await Promise.all(people);
    return new Week(anna, ben, cleo);
  }

  async introduce(): Promise<void> {
    const link = { label: "Page", address: "https://anna.example/", audience: LinkAudience.Trip };
    const skier = { ability: SkierSettingsAbilityEnum.Advanced, maxDifficulty: "red" };
    await this.anna.api.changeMe({ userPatch: { name: "Anna M", links: [link], skier } });
    const user = await this.anna.api.me();
    same([user.id, user.name, user.links], [this.anna.id, "Anna M", [link]], "the user");
    same([user.skier.ability, user.skier.maxDifficulty, user.skier.board], ["advanced", "red", false], "the skier");
    check(user.created instanceof Date && user.created <= later(seconds), "the time of the first log-in");
    const { sessions } = await this.anna.api.sessions();
    same(sessions.map((one) => one.isAsking), [true], "the sessions");
  }

  trip = "";

  async join(): Promise<void> {
    const areas = (await this.open.map()).areas.flatMap((one) => (one.id === null ? [] : [one.id]));
    const draft = { name: "Week", zone: "Europe/Paris", areas, from: later(-3 * days), until: later(7 * days) };
    const trip = await this.anna.api.createTrip({ tripDraft: draft });
    same([trip.areas, trip.from, trip.ended], [areas, draft.from, null], "the trip");
    this.trip = trip.id;
    await this.anna.api.changeTrip({ trip: trip.id, tripPatch: { name: "Ski week" } });
    const inviteRequest = { uses: 2, expires: later(days), role: TripRole.Traveller };
    const { secret } = await this.anna.api.invite({ trip: trip.id, inviteRequest });
    const preview = await this.ben.api.previewInvitation({ previewInvitationRequest: { secret } });
    same([preview.trip.name, preview.role, preview.isMember], ["Ski week", "traveller", false], "the preview");
    for (const one of [this.ben, this.cleo]) await one.api.join({ joinRequest: { secret } });
    const { members } = await this.ben.api.members({ trip: trip.id });
    same(members.filter((one) => one.role === TripRole.Host).map((one) => one.user), [this.anna.id], "the hosts");
    same(members.length, 3, "the members");
    await this.ben.api.chooseTrip({ chooseTripRequest: { trip: trip.id } });
    const [own] = (await this.ben.api.trips()).trips;
    same([own.trip.id, own.role, own.isChosen], [trip.id, TripRole.Traveller, true], "the trips");
  }

  async befriend(): Promise<void> {
    const asked = await this.ben.api.askFriend({ user: this.anna.id, body: {} });
    same(asked.state, FriendState.Asked, "the request");
    await this.anna.api.consentToFriend({ user: this.ben.id, body: {} });
    const [friend] = (await this.ben.api.friends()).people;
    same([friend.user, friend.role, friend.state], [this.anna.id, null, "friend"], "the friend");
    await this.ben.api.block({ user: this.cleo.id, body: {} });
    same((await this.ben.api.blocks()).people.map((one) => one.name), ["Cleo"], "the blocks");
    await this.ben.api.unblock({ user: this.cleo.id });
    await this.ben.api.addFavourite({ source: "way/4242", addFavouriteRequest: { kind: FavouriteKind.Run } });
    const [favourite] = (await this.ben.api.favourites()).favourites;
    same([favourite.source, favourite.kind], ["way/4242", FavouriteKind.Run], "the favourite");
    await this.ben.api.setNearbyPreferences({ nearbyPreferencesInput: { minutes: 20 } });
    const near = await this.ben.api.nearbyPreferences();
    same([near.minutes, near.metres], [20, undefined], "the extent of what is near");
  }

  lift!: LiftEntry;

  async look(): Promise<void> {
    const map = await this.open.map();
    same([map.live, map.trips, map.sets], [true, true, ["ski"]], "the map");
    const found = await this.open.tileSet({ set: "ski" });
    check(found.tiles[0].endsWith("/tiles/ski/{z}/{x}/{y}"), "the address of tiles");
    const tile = await this.open.tile({ set: "ski", z: 12, x: 1991, y: 1455 });
    check(tile instanceof Blob && tile.size > 0, "a tile");
    const lift = (await this.open.lifts()).lifts.find((one) => one.name !== null && one.place !== undefined);
    check(lift !== undefined, "a lift with a name and a place");
    this.lift = lift;
  }

  async share(): Promise<void> {
    const [longitude, latitude] = this.lift.place ?? [];
    const grantDraft = {
      trip: this.trip, audience: GrantDraftAudienceEnum.Trip, precision: "exact", until: later(hours), onlyInsideSkiArea: false,
    };
    const grant = await this.ben.api.grant({ grantDraft });
    const report = async (time: Date) => {
      const fix: Fix = { latitude, longitude, time, accuracyMetres: 5 };
      return (await this.ben.api.reportLocation({ trip: this.trip, fixReport: { fixes: [fix] } })).outcomes[0];
    };
    await until("a position is stored", async () =>
      (await report(new Date())).outcome === FixOutcomeOutcomeEnum.Stored ? true : undefined);
    const person = await until("a position is seen", async () =>
      (await this.anna.api.people({ trip: this.trip, all: true })).people.find((one) => one.user === this.ben.id));
    same([person.precision, person.freshness], [PersonPrecisionEnum.Exact, PersonFreshnessEnum.Live], "the position");
    check(person.expiresAt > person.observedAt && Math.abs((person.place ?? [])[1] - latitude) < 1e-4, "the place");
    const early = await report(later(9 * hours));
    same([early.outcome, early.reason], [FixOutcomeOutcomeEnum.Refused, FixRejection.Future], "a fix of the future");
    const { records } = await this.ben.api.audit();
    check(records.some((one) => one.viewer === this.anna.id), "the audit");
    await this.ben.api.revoke({ grant: grant.id });
    same((await this.ben.api.grants()).grants, [], "the grants");
  }

  async closeLift(): Promise<void> {
    const word = {
      lift: this.lift.id, sayLiftStateRequest: { state: OperatingState.Closed, trip: this.trip, holdsMinutes: 30 },
    };
    same((await refused(403, this.ben.api.sayLiftState(word))).code, "notPermitted", "the word of a traveller");
    await this.anna.api.sayLiftState(word);
    const said = await this.ben.api.liftState({ lift: this.lift.id });
    same([said.state, said.source, said.by?.user], ["closed", LiftStateSource.Host, this.anna.id], "the word");
    const state = async (api: DefaultApi) => (await api.lifts()).lifts.find((one) => one.id === this.lift.id)?.state;
    await until("the closed lift, for one of the trip", async () =>
      (await state(this.ben.api)) === OperatingState.Closed ? true : undefined);
    check((await state(this.open)) !== OperatingState.Closed, "the lift of others");
    await this.anna.api.withdrawLiftState({ lift: this.lift.id, trip: this.trip });
  }

  async meet(): Promise<void> {
    const [longitude, latitude] = this.lift.place ?? [];
    const eventDraft: EventDraft = {
      name: "Lunch", start: later(2 * hours), end: later(3 * hours), audience: EventAudienceKind.Trip, seats: 1,
      place: { source: this.lift.id, name: this.lift.name ?? "", longitude, latitude },
    };
    const { id: event, start, place, day } = await this.anna.api.createEvent({ trip: this.trip, eventDraft });
    same([start, place?.isGone], [eventDraft.start, false], "the event");
    const yes = { event, answerEventRequest: { answer: EventAnswer.Yes } };
    same((await this.ben.api.answerEvent(yes)).answer, EventAnswer.Yes, "the answer");
    same((await refused(409, this.cleo.api.answerEvent(yes))).code, "conflict", "the last seat");
    await this.anna.api.changeEvent({ event, eventPatch: { name: "Long lunch", allowsAnyNumber: true } });
    const { link } = await this.cleo.api.answerLink({ event, body: {} });
    const answered = await this.open.answerByLink({ answerByLinkRequest: { link, answer: EventAnswer.Maybe } });
    same([answered.event, answered.answer], [event, EventAnswer.Maybe], "the answer by link");
    const { guests } = await this.anna.api.guests({ event });
    same(guests.find((one) => one.user === this.cleo.id)?.answer, EventAnswer.Maybe, "a guest");
    const seen = await this.cleo.api.event({ event });
    same([seen.name, seen.seats, seen.taken, seen.audience], ["Long lunch", null, 1, null], "the changed event");
    const page = await this.ben.api.events({ trip: this.trip, day: day.toISOString().slice(0, 10) });
    same([page.events.map((one) => one.id), page.next], [[event], null], "the itinerary");
    await this.ben.api.tellProgress({ event, tellProgressRequest: { progress: EventProgress.Arrived } });
    await this.anna.api.cancelEvent({ event });
    check((await this.ben.api.event({ event })).cancelled instanceof Date, "the time of the cancellation");
  }

  async talk(): Promise<void> {
    const { id: chat, subject, preview } = await this.anna.api.openChat({ openChatRequest: { trip: this.trip } });
    same([subject, preview], [ChatSubjectEnum.Trip, null], "the chat");
    for (const body of ["Grüezi", "Fresh snow"]) {
      await this.anna.api.sendMessage({ chat, messageDraft: { id: body, kind: ChatContentKind.Text, body } });
    }
    const read = async () => {
      const { messages } = await this.ben.api.messages({ chat, count: 10 });
      return messages.sort((one, other) => one.position - other.position);
    };
    same((await read()).map((one) => [one.body, one.author, one.role]),
      [["Grüezi", this.anna.id, TripRole.Host], ["Fresh snow", this.anna.id, TripRole.Host]], "the messages");
    await this.ben.api.readChat({ chat, readChatRequest: { position: 1 } });
    const [listed] = (await this.ben.api.chats()).chats;
    same([listed.unread, listed.preview?.body], [1, "Fresh snow"], "the list of chats");
    await this.anna.api.deleteMessage({ chat, position: 1 });
    const [gap] = await read();
    same([gap.position, gap.body, gap.author], [1, undefined, undefined], "a gap");
  }

  async note(): Promise<void> {
    for (const quiet of [{ fromMinute: 1320, untilMinute: 420 }, null]) {
      const noticePreferencesInput = { zone: "Europe/Paris", muted: [NoticeKind.Rsvp], quiet, digestMinutes: null };
      await this.ben.api.setNoticePreferences({ noticePreferencesInput });
      same((await this.ben.api.noticePreferences()).quiet, quiet, "the quiet hours");
    }
    const told = await this.anna.api.announce({ trip: this.trip, announceRequest: { id: "w1", word: "Powder at ten" } });
    same(told.recipients, 2, "the recipients");
    const list = async () => (await this.ben.api.notices()).notices.find((one) => one.kind === NoticeKind.HostWord);
    const word = await list();
    same([word?.word, word?.trip, word?.isRead], ["Powder at ten", this.trip, false], "the notice");
    await this.ben.api.readNotices({ readNoticesRequest: { notices: [word?.id ?? ""] } });
    same((await list())?.isRead, true, "the notice that was read");
  }

  day = "";

  async record(): Promise<void> {
    const bytes = require("fs").readFileSync(recording);
    const sha256 = require("crypto").createHash("sha256").update(bytes).digest("hex");
    const permission = await this.ben.api.permitUpload({ permitUploadRequest: { bytes: bytes.length, sha256 } });
    const { day } = await this.open.upload({ upload: last(permission.upload), body: new Blob([bytes]) });
    this.day = day;
    const matched = await until("a day is matched", async () => {
      const found = await this.ben.api.recordedDay({ day });
      return found.state === DayState.Waiting ? undefined : found;
    });
    same([matched.state, matched.failure, matched.owner], [DayState.Matched, null, this.ben.id], "the day");
    check(matched.descentMetres > 100 && matched.from instanceof Date, "the day's metres");
    const { laps } = await this.ben.api.laps({ day });
    same(new Set(laps.map((one) => one.kind)).size, Object.keys(LapKind).length, "the kinds of laps");
    const { achievements } = await this.ben.api.achievements({ day });
    check(achievements.some((one) => one.kind === DayAchievementKind.FirstDay), "the achievements");
    const { link } = await this.ben.api.linkDayFile({ day, linkDayFileRequest: { kind: DayFileKind.Recording } });
    const file = await this.open.dayFile({ link: last(link) });
    same(Array.from(new Uint8Array(await file.arrayBuffer())), Array.from(bytes), "the file");
  }

  async compete(): Promise<void> {
    await this.ben.api.shareDay({ day: this.day, trip: this.trip, body: {} });
    const [seen] = (await this.anna.api.tripDays({ trip: this.trip })).days;
    same([seen.id, seen.received], [this.day, null], "the days of the trip");
    const challengeDraft = {
      name: "Metres", measure: ChallengeDraftMeasureEnum.Descent, from: later(-2 * days), until: later(days),
    };
    const { id: challenge } = await this.anna.api.createChallenge({ trip: this.trip, challengeDraft });
    await this.ben.api.joinChallenge({ challenge, body: {} });
    const [rank] = (await this.anna.api.ranking({ challenge })).ranking;
    same([rank.rank, rank.user], [1, this.ben.id], "the ranking");
    check(Math.abs(rank.score - seen.descentMetres) < 1, "the score");
  }

  async fail(): Promise<void> {
    same((await refused(404, this.ben.api.event({ event: "0".repeat(32) }))).code, "notFound", "an unknown event");
    const forged = new DefaultApi(new Configuration({ basePath: url, accessToken: "x.y.z" }));
    for (const request of [forged.me(), forged.lifts()]) {
      same((await refused(401, request)).title, "Unauthorized", "a forged token");
    }
    const tripDraft = { name: "Week", zone: "Europe/Nowhere", from: new Date(), until: later(days) };
    const problem = await refused(400, this.ben.api.createTrip({ tripDraft }));
    check(problem.code === "invalidArgument" && problem.detail.includes("zone"), "an unknown zone");
  }

  async erase(): Promise<void> {
    const kept = await this.ben.api._export();
    same([kept.user.name, kept.trips?.map((one) => one.trip.id)], ["Ben", [this.trip]], "the export");
    same([kept.nearby?.minutes, kept.days?.map((one) => one.id)], [20, [this.day]], "the parts of the export");
    await this.ben.api.removeMe();
    await refused(401, this.ben.api.me());
    const { members } = await this.anna.api.members({ trip: this.trip });
    same(members.map((one) => one.user).sort(), [this.anna.id, this.cleo.id].sort(), "the members that are left");
  }
}

async function main(): Promise<void> {
  const week = await Week.logIn();
  const parts = [
    week.introduce, week.join, week.befriend, week.look, week.share, week.closeLift, week.meet, week.talk, week.note, week.record,
    week.compete, week.fail, week.erase,
  ];
  for (const part of parts) await part.call(week);
  console.log(JSON.stringify({ parts: parts.length }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
