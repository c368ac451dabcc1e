"""A small ski week by a client that openapi-python-client generated: its functions and its types alone.

Imported when the package skiroute_client is there.
"""

import contextlib
import datetime
import hashlib
import io
import time

from skiroute_client import AuthenticatedClient, Client
from skiroute_client import models as to
from skiroute_client.api.default import (
    achievements, add_favourite, announce, answer_by_link, answer_event, answer_link, ask_friend, audit, begin_open_id, block, blocks,
    cancel_event, change_event, change_me, change_trip, chats, choose_trip, companions, consent_to_friend, create_challenge, create_event,
    create_trip, day_file, days, delete_message, event, events, export, favourites, friends, grant, grants, guests, invite, join,
    join_challenge, laps, lift_state, lifts, link_day_file, log_in_for_development, logins, map_, me, members, messages,
    nearby_preferences, notice_preferences, notices, open_chat, people, permit_upload, preview_invitation, ranking, read_chat,
    read_notices, recorded_day, refresh, remove_me, report_location, revoke, say_lift_state, send_message, sessions,
    set_nearby_preferences, set_notice_preferences, share_day, suggest_meeting, tell_progress, tile, tile_set, trip_days, trips, unblock,
    upload, withdraw_lift_state)
from skiroute_client.types import UNSET, File

LINK = to.UserLinkInput(label="Page", address="https://anna.example/", audience=to.LinkAudience.TRIP)


def now(**later):
    """This moment, or a later one."""
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**later)


def last(path):
    """The last part of a signed path, which the functions take."""
    return path.rsplit("/", 1)[1]


class Traveller:
    """A person with a client of their own."""

    def __init__(self, week, name):
        self.tokens = week.got(log_in_for_development, week.client, body=to.LogInForDevelopmentRequest(name=name))
        self.id, self.name = self.tokens.user, name
        self.client = week.opened(AuthenticatedClient(week.url, self.tokens.access, raise_on_unexpected_status=True))


class Week:
    """The week; `test` compares. Each method is a part of it, in order."""

    def __init__(self, test, url, recording):
        self.test, self.url, self.recording = test, url, recording
        self.open = contextlib.ExitStack()
        self.client = self.opened(Client(url, raise_on_unexpected_status=True))

    def opened(self, client):
        """A client whose connections end with the week."""
        self.open.callback(lambda: client.get_httpx_client().close())
        return client

    def run(self):
        """Lives through all parts."""
        with self.open:
            for part in PARTS:
                part(self)

    # Requests

    @staticmethod
    def got(operation, asker, *words, **values):
        """The content that an operation answers to a person or a client; None without any."""
        client = asker.client if isinstance(asker, Traveller) else asker
        answer = operation.sync_detailed(*words, client=client, **values)
        if isinstance(answer.parsed, to.Problem) or answer.status_code >= 300:
            raise AssertionError(f"{operation.__name__} {words}: {answer.status_code} {answer.parsed}")
        return answer.parsed

    def refused(self, status, operation, asker, *words, **values):
        """The problem that an operation answers with a status."""
        client = asker.client if isinstance(asker, Traveller) else asker
        answer = operation.sync_detailed(*words, client=client, **values)
        self.test.assertIsInstance(answer.parsed, to.Problem)
        self.test.assertEqual((int(answer.status_code), answer.parsed.status), (status, status))
        self.test.assertTrue(answer.parsed.title and answer.parsed.detail)
        return answer.parsed

    def until(self, found, what, seconds=30):
        """The first true value of a function."""
        end = time.monotonic() + seconds
        while not (value := found()):
            self.test.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)
        return value

    # Log in, invite, join

    def log_in(self):
        test, offer = self.test, self.got(logins, self.client)
        test.assertEqual((offer.telegram, offer.open_id, offer.development), (False, False, True))
        self.anna, self.ben, self.cleo = (Traveller(self, name) for name in ("Anna", "Ben", "Cleo"))
        tokens = self.got(refresh, self.client, body=to.RefreshRequest(self.cleo.tokens.refresh))
        test.assertGreater(tokens.refresh_expires, tokens.access_expires)
        self.cleo.client.token = tokens.access
        test.assertEqual([one.is_asking for one in self.got(sessions, self.anna).sessions], [True])
        skier = to.SkierSettingsInput(ability=to.SkierSettingsInputAbility.ADVANCED, max_difficulty="red",
                                      avoid=[to.SkierSettingsInputAvoidItem.MOGULS])
        self.got(change_me, self.anna, body=to.UserPatch(name="Anna M", links=[LINK], skier=skier))
        user = self.got(me, self.anna)
        test.assertEqual((user.id, user.name, user.links[0].audience), (self.anna.id, "Anna M", to.LinkAudience.TRIP))
        test.assertEqual((user.skier.ability, user.skier.max_difficulty, user.skier.board),
                         (to.SkierSettingsAbility.ADVANCED, "red", False))
        test.assertEqual(user.created.utcoffset(), datetime.timedelta(0))

    def join(self):
        test, areas = self.test, [one.id for one in self.got(map_, self.client).areas if one.id]
        draft = to.TripDraft(name="Week", zone="Europe/Paris", areas=areas, from_=now(days=-3), until=now(days=7))
        made = self.got(create_trip, self.anna, body=draft)
        test.assertEqual((made.areas, made.from_.utcoffset(), made.ended), (areas, datetime.timedelta(0), None))
        self.trip = made.id
        self.got(change_trip, self.anna, self.trip, body=to.TripPatch(name="Ski week"))
        made = self.got(invite, self.anna, self.trip, body=to.InviteRequest(uses=2, expires=now(days=1), role=to.TripRole.TRAVELLER))
        test.assertEqual((made.uses_left, made.role), (2, to.TripRole.TRAVELLER))
        preview = self.got(preview_invitation, self.ben, body=to.PreviewInvitationRequest(secret=made.secret))
        test.assertEqual((preview.trip.name, preview.trip.ended, preview.is_member), ("Ski week", None, False))
        for one in (self.ben, self.cleo):
            test.assertEqual(self.got(join, one, body=to.JoinRequest(secret=made.secret)).id, self.trip)
        roles = {one.user: one.role for one in self.got(members, self.ben, self.trip).members}
        test.assertEqual(roles, {self.anna.id: to.TripRole.HOST, self.ben.id: to.TripRole.TRAVELLER, self.cleo.id: to.TripRole.TRAVELLER})
        self.got(choose_trip, self.ben, body=to.ChooseTripRequest(trip=self.trip))
        (own,) = self.got(trips, self.ben).trips
        test.assertEqual((own.trip.id, own.role, own.is_chosen), (self.trip, to.TripRole.TRAVELLER, True))

    def befriend(self):
        test = self.test
        state = self.got(ask_friend, self.ben, self.anna.id, body=to.AskFriendRequest()).state
        test.assertEqual(state, to.FriendState.ASKED)
        self.got(consent_to_friend, self.anna, self.ben.id, body=to.ConsentToFriendRequest())
        (friend,) = self.got(friends, self.ben).people
        test.assertEqual((friend.user, friend.role, friend.state), (self.anna.id, None, to.FriendState.FRIEND))
        seen = {one.user: one for one in self.got(companions, self.ben, self.trip).people}
        test.assertEqual([one.address for one in seen[self.anna.id].links], [LINK.address])
        test.assertEqual(seen[self.cleo.id].state, to.FriendState.NONE)
        self.got(block, self.ben, self.cleo.id, body=to.BlockRequest())
        test.assertEqual([one.name for one in self.got(blocks, self.ben).people], ["Cleo"])
        self.got(unblock, self.ben, self.cleo.id)
        self.got(add_favourite, self.ben, "way/4242", body=to.AddFavouriteRequest(to.FavouriteKind.RUN))
        (favourite,) = self.got(favourites, self.ben).favourites
        test.assertEqual((favourite.source, favourite.kind), ("way/4242", to.FavouriteKind.RUN))
        self.got(set_nearby_preferences, self.ben, body=to.NearbyPreferencesInput(minutes=20))
        near = self.got(nearby_preferences, self.ben)
        test.assertEqual((near.minutes, near.metres), (20, UNSET))

    # Map, lifts, live positions

    def look(self):
        test, described = self.test, self.got(map_, self.client)
        test.assertEqual((described.live, described.trips, described.sets), (True, True, ["ski"]))
        west, south, east, north = described.bounds
        test.assertTrue(west < east and south < north)
        found = self.got(tile_set, self.client, "ski")
        test.assertTrue(found.tiles[0].endswith("/tiles/ski/{z}/{x}/{y}"))
        drawn = self.got(tile, self.client, "ski", 12, 1991, 1455)
        test.assertIsInstance(drawn, File)
        test.assertTrue(drawn.payload.read())
        self.lift = next(one for one in self.got(lifts, self.client).lifts if one.name and one.place)
        test.assertIsInstance(self.lift.state, to.OperatingState)

    def share(self):
        test, (longitude, latitude) = self.test, self.lift.place
        draft = to.GrantDraft(trip=self.trip, audience=to.GrantDraftAudience.TRIP, precision="exact", until=now(hours=1),
                              only_inside_ski_area=False)
        shared = self.got(grant, self.ben, body=draft)
        test.assertEqual((shared.audience, shared.only_inside_ski_area), (to.GrantAudience.TRIP, False))

        def is_stored():
            fix = to.Fix(latitude=latitude, longitude=longitude, time=now(), accuracy_metres=5)
            (outcome,) = self.got(report_location, self.ben, self.trip, body=to.FixReport([fix])).outcomes
            return outcome.outcome == to.FixOutcomeOutcome.STORED
        self.until(is_stored, "a position is stored")
        (person,) = self.until(lambda: self.got(people, self.anna, self.trip, all_=True).people, "a position is seen")
        test.assertEqual((person.user, person.precision, person.freshness),
                         (self.ben.id, to.PersonPrecision.EXACT, to.PersonFreshness.LIVE))
        test.assertAlmostEqual(person.place[1], latitude, 4)
        test.assertGreater(person.expires_at, person.observed_at)
        test.assertIn(self.anna.id, [one.viewer for one in self.got(audit, self.ben).records])
        early = to.Fix(latitude=latitude, longitude=longitude, time=now(hours=9))
        (outcome,) = self.got(report_location, self.ben, self.trip, body=to.FixReport([early])).outcomes
        test.assertEqual((outcome.outcome, outcome.reason), (to.FixOutcomeOutcome.REFUSED, to.FixRejection.FUTURE))
        self.got(revoke, self.ben, shared.id)
        test.assertEqual(self.got(grants, self.ben).grants, [])

    def close_lift(self):
        test = self.test
        word = to.SayLiftStateRequest(state=to.OperatingState.CLOSED, trip=self.trip, holds_minutes=30)
        problem = self.refused(403, say_lift_state, self.ben, self.lift.id, body=word)
        test.assertEqual(problem.code, "notPermitted")
        self.got(say_lift_state, self.anna, self.lift.id, body=word)
        said = self.got(lift_state, self.ben, self.lift.id)
        test.assertEqual((said.state, said.source, said.by.user), (to.OperatingState.CLOSED, to.LiftStateSource.HOST, self.anna.id))
        self.until(lambda: self.state(self.ben) == to.OperatingState.CLOSED, "the closed lift, for one of the trip")
        test.assertNotEqual(self.state(self.client), to.OperatingState.CLOSED)
        self.got(withdraw_lift_state, self.anna, self.lift.id, trip=self.trip)

    def state(self, asker):
        return next(one.state for one in self.got(lifts, asker).lifts if one.id == self.lift.id)

    # Events, chat, notices

    def meet(self):
        test = self.test
        place = to.MeetingPointInput(source=self.lift.id, name=self.lift.name, longitude=self.lift.place[0], latitude=self.lift.place[1])
        draft = to.EventDraft(name="Lunch", start=now(hours=2), end=now(hours=3), audience=to.EventAudienceKind.TRIP, place=place, seats=1)
        made = self.got(create_event, self.anna, self.trip, body=draft)
        test.assertEqual((made.place.is_gone, made.seats, made.answer, made.may_change), (False, 1, None, True))
        test.assertIsInstance(made.day, datetime.date)
        yes = to.AnswerEventRequest(answer=to.EventAnswer.YES)
        test.assertEqual(self.got(answer_event, self.ben, made.id, body=yes).answer, to.EventAnswer.YES)
        self.refused(409, answer_event, self.cleo, made.id, body=yes)
        self.got(change_event, self.anna, made.id, body=to.EventPatch(name="Long lunch", allows_any_number=True))
        link = self.got(answer_link, self.cleo, made.id, body=to.AnswerLinkRequest()).link
        answered = self.got(answer_by_link, self.client, body=to.AnswerByLinkRequest(link=link, answer=to.EventAnswer.MAYBE))
        test.assertEqual((answered.event, answered.answer), (made.id, to.EventAnswer.MAYBE))
        answers = {one.user: one.answer for one in self.got(guests, self.anna, made.id).guests}
        test.assertEqual((answers[self.ben.id], answers[self.cleo.id]), (to.EventAnswer.YES, to.EventAnswer.MAYBE))
        seen = self.got(event, self.cleo, made.id)
        test.assertEqual((seen.name, seen.seats, seen.taken, seen.audience), ("Long lunch", None, 1, None))
        page = self.got(events, self.ben, self.trip, day=made.day.isoformat())
        test.assertEqual(([one.id for one in page.events], page.next_), ([made.id], None))
        self.got(tell_progress, self.ben, made.id, body=to.TellProgressRequest(to.EventProgress.ARRIVED))
        self.got(cancel_event, self.anna, made.id)
        test.assertLessEqual(self.got(event, self.ben, made.id).cancelled, now(seconds=1))

    def talk(self):
        test = self.test
        chat = self.got(open_chat, self.anna, body=to.OpenChatRequest(trip=self.trip))
        test.assertEqual((chat.subject, chat.last_position, chat.preview), (to.ChatSubject.TRIP, 0, None))
        sent = [self.got(send_message, self.anna, chat.id, body=to.MessageDraft(id=f"m{number}", kind=to.ChatContentKind.TEXT, body=text))
                for number, text in enumerate(("Grüezi", "Fresh snow"))]
        test.assertEqual([one.position for one in sent], [1, 2])
        found = self.got(messages, self.ben, chat.id, count=10).messages
        test.assertEqual([(one.body, one.author, one.role) for one in sorted(found, key=lambda one: one.position)],
                         [("Grüezi", self.anna.id, to.TripRole.HOST), ("Fresh snow", self.anna.id, to.TripRole.HOST)])
        self.got(read_chat, self.ben, chat.id, body=to.ReadChatRequest(position=1))
        (listed,) = self.got(chats, self.ben).chats
        test.assertEqual((listed.unread, listed.preview.body), (1, "Fresh snow"))
        self.got(delete_message, self.anna, chat.id, 1)
        gap = min(self.got(messages, self.ben, chat.id).messages, key=lambda one: one.position)
        test.assertEqual((gap.position, gap.body, gap.kind, gap.author), (1, UNSET, UNSET, UNSET))

    def note(self):
        test = self.test
        quiet = to.QuietHoursInput(from_minute=1320, until_minute=420)
        for hours, digest in ((quiet, 30), (None, None)):
            self.got(set_notice_preferences, self.ben, body=to.NoticePreferencesInput(
                zone="Europe/Paris", muted=[to.NoticeKind.RSVP], quiet=hours, digest_minutes=digest))
            kept = self.got(notice_preferences, self.ben)
            test.assertEqual((kept.muted, kept.digest_minutes), ([to.NoticeKind.RSVP], digest))
            test.assertEqual(kept.quiet and kept.quiet.from_minute, hours and 1320)
        told = self.got(announce, self.anna, self.trip, body=to.AnnounceRequest(id="w1", word="Powder at ten"))
        test.assertEqual(told.recipients, 2)
        page = self.got(notices, self.ben)
        word = next(one for one in page.notices if one.kind == to.NoticeKind.HOSTWORD)
        test.assertEqual((word.word, word.actor, word.trip, word.is_read), ("Powder at ten", None, self.trip, False))
        test.assertGreater(page.unread, 0)
        self.got(read_notices, self.ben, body=to.ReadNoticesRequest(notices=[word.id]))
        read = next(one for one in self.got(notices, self.ben).notices if one.id == word.id)
        test.assertTrue(read.is_read)

    # Recorded days

    def record(self):
        test, size = self.test, len(self.recording)
        permission = self.got(permit_upload, self.ben, body=to.PermitUploadRequest(
            bytes_=size, sha256=hashlib.sha256(self.recording).hexdigest()))
        test.assertGreater(permission.expires, now())
        received = self.got(upload, self.client, last(permission.upload), body=File(io.BytesIO(self.recording)))
        self.day = received.day

        def is_matched():
            found = self.got(recorded_day, self.ben, self.day)
            return found if found.state != to.DayState.WAITING else None
        day = self.until(is_matched, "a day is matched", 60)
        test.assertEqual((day.state, day.failure, day.owner), (to.DayState.MATCHED, None, self.ben.id))
        test.assertGreater(day.descent_metres, 100)
        test.assertGreater(day.until, day.from_)
        kinds = {one.kind for one in self.got(laps, self.ben, self.day).laps}
        test.assertEqual(kinds, {to.LapKind.LIFT, to.LapKind.RUN})
        first = [one.kind for one in self.got(achievements, self.ben, self.day).achievements]
        test.assertIn(to.DayAchievementKind.FIRSTDAY, first)
        link = self.got(link_day_file, self.ben, self.day, body=to.LinkDayFileRequest(to.DayFileKind.RECORDING)).link
        test.assertEqual(self.got(day_file, self.client, last(link)).payload.read(), self.recording)
        test.assertEqual([one.id for one in self.got(days, self.ben).days], [self.day])

    def compete(self):
        test = self.test
        self.got(share_day, self.ben, self.day, self.trip, body=to.ShareDayRequest())
        (seen,) = self.got(trip_days, self.anna, self.trip).days
        test.assertEqual((seen.id, seen.received), (self.day, None))
        draft = to.ChallengeDraft(name="Metres", measure=to.ChallengeDraftMeasure.DESCENT, from_=now(days=-2), until=now(days=1))
        made = self.got(create_challenge, self.anna, self.trip, body=draft)
        test.assertEqual((made.measure, made.is_joined), (to.ChallengeMeasure.DESCENT, False))
        self.got(join_challenge, self.ben, made.id, body=to.JoinChallengeRequest())
        (rank,) = self.got(ranking, self.anna, made.id).ranking
        test.assertEqual((rank.rank, rank.user), (1, self.ben.id))
        test.assertAlmostEqual(rank.score, seen.descent_metres, delta=1)

    # Problems, and the end

    def fail(self):
        test = self.test
        test.assertEqual(self.refused(404, event, self.ben, "0" * 32).code, "notFound")
        forged = self.opened(AuthenticatedClient(self.url, "x.y.z", raise_on_unexpected_status=True))
        for operation in (me, lifts):
            test.assertEqual(self.refused(401, operation, forged).title, "Unauthorized")
        wrong = to.TripDraft(name="Week", zone="Europe/Nowhere", from_=now(), until=now(days=1))
        problem = self.refused(400, create_trip, self.ben, body=wrong)
        test.assertEqual(problem.code, "invalidArgument")
        test.assertIn("zone", problem.detail)

    def erase(self):
        test, kept = self.test, self.got(export, self.ben)
        test.assertEqual((kept.user.name, [one.trip.id for one in kept.trips]), ("Ben", [self.trip]))
        test.assertEqual((kept.nearby.minutes, kept.notice_preferences.quiet), (20, None))
        test.assertEqual([one.id for one in kept.days], [self.day])
        self.got(remove_me, self.ben)
        self.refused(401, me, self.ben)
        test.assertEqual({one.user for one in self.got(members, self.anna, self.trip).members}, {self.anna.id, self.cleo.id})


PARTS = (Week.log_in, Week.join, Week.befriend, Week.look, Week.share, Week.close_lift, Week.meet, Week.talk, Week.note, Week.record,
         Week.compete, Week.fail, Week.erase)
