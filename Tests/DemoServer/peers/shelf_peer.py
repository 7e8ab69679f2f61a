"""Drives the Shelf demo server with aioaudiobookshelf. Arguments: the server's address, the control address."""
import asyncio
import sys
import traceback
import urllib.request

import aiohttp
from aioaudiobookshelf import (
    SessionConfiguration,
    get_user_and_socket_client,
    get_user_client,
    get_user_client_by_token,
)
from aioaudiobookshelf.exceptions import (
    AccessTokenExpiredError,
    BadUserError,
    ForbiddenError,
    LoginError,
    NotFoundError,
    RefreshTokenExpiredError,
    SessionNotFoundError,
    SessionSyncNotFoundError,
)
from aioaudiobookshelf.helpers import FilterGroup, FilterProgressType, get_library_filter_string
from aioaudiobookshelf.schema.calls_items import PlaybackSessionParameters
from aioaudiobookshelf.schema.calls_playlists import CreatePlaylistParameters, UpdatePlaylistParameters
from aioaudiobookshelf.schema.calls_session import SyncOpenSessionParameters
from aioaudiobookshelf.schema.playlist import PlaylistItem
from aioaudiobookshelf.schema.session import DeviceInfo, PlaybackMethod

SERVER, CONTROL = sys.argv[1:]
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def equal(value, expected):
    assert value == expected, f"expected {expected!r}, got {value!r}"


async def raises(kind, awaitable):
    try:
        await awaitable
    except kind as error:
        return error
    raise AssertionError(f"expected {kind.__name__}")


async def control(action):
    await asyncio.to_thread(lambda: urllib.request.urlopen(f"{CONTROL}/shelf/{action}", data=b"").read())


class Stage:
    def __init__(self, session):
        self.session = session

    def configuration(self, **more):
        return SessionConfiguration(session=self.session, url=SERVER, **more)

    async def client(self, username="ada", password="correct horse", **more):
        return await get_user_client(
            session_config=self.configuration(**more), username=username, password=password)

    async def book(self, client, title):
        for library in await client.get_all_libraries():
            async for page in client.get_library_items(library_id=library.id_):
                for item in page.results:
                    if item.media.metadata.title == title:
                        return library, item
        raise AssertionError(f"no {title}")


@check
async def sign_in(stage):
    client = await stage.client()
    equal((client.user.username, client.user.type_.value), ("ada", "root"))
    equal(client.server_settings.version, "2.36.0")
    assert client.session_config.access_token and client.session_config.refresh_token
    again = await get_user_client_by_token(
        session_config=stage.configuration(access_token=client.session_config.access_token,
                                           refresh_token=client.session_config.refresh_token))
    equal(again.user.id_, client.user.id_)
    equal((await client.get_my_user()).id_, client.user.id_)


@check
async def sign_in_refused(stage):
    await raises(LoginError, stage.client(password="wrong"))
    await raises(LoginError, stage.client(username="nobody"))
    await raises(BadUserError, stage.client("visitor", "let me in"))


@check
async def refresh(stage):
    client = await stage.client()
    before = (client.session_config.access_token, client.session_config.refresh_token)
    await client.refresh()
    after = (client.session_config.access_token, client.session_config.refresh_token)
    assert before[0] != after[0] and before[1] != after[1], "both tokens are new"
    equal((await client.get_my_user()).username, "ada")


@check
async def refresh_by_itself(stage):
    # Long enough for a machine that stops for seconds between the renewal and the call that asked for it.
    await control("fresh?ACCESS_TOKEN_EXPIRY=10&REFRESH_TOKEN_GRACE_PERIOD=1")
    client = await stage.client()
    refused = await stage.client(auto_refresh=False)
    first = client.session_config.access_token
    await asyncio.sleep(11.1)
    await raises(AccessTokenExpiredError, refused.get_all_libraries())
    equal(len(await client.get_all_libraries()), 2)
    assert client.session_config.access_token != first, "a new access token"
    await raises(RefreshTokenExpiredError, stage.configuration(refresh_token="x.y.z").refresh())
    await control("fresh")


@check
async def libraries(stage):
    client = await stage.client()
    found = await client.get_all_libraries()
    equal([(library.name, library.media_type.value) for library in found], [("Audiobooks", "book"), ("Podcasts", "podcast")])
    equal((await client.get_library(library_id=found[0].id_)).name, "Audiobooks")
    wide = await client.get_library_with_filterdata(library_id=found[0].id_)
    equal(wide.library.id_, found[0].id_)
    assert "Fantasy" in wide.filterdata.genres
    assert "Fiction" in (await client.get_library_filterdata(library_id=found[0].id_)).genres
    await raises(NotFoundError, client.get_library(library_id="00000000-0000-4000-8000-000000000000"))
    equal(sorted(author.name for author in await client.get_library_authors(library_id=found[0].id_)),
          ["Ana Reader", "Paul Second", "Sam Oneill", "Ursula Ode"])
    equal([narrator.name for narrator in await client.get_library_narrators(library_id=found[0].id_)], ["Iris Thor"])
    linus = await stage.client("linus", "staple battery")
    equal([library.name for library in await linus.get_all_libraries()], ["Podcasts"])


@check
async def items(stage):
    client = await stage.client(pagination_items_per_page=2)
    books = (await client.get_all_libraries())[0]
    pages = [page async for page in client.get_library_items(library_id=books.id_)]
    equal([len(page.results) for page in pages], [2, 2, 1])
    equal({page.total for page in pages}, {5})
    titles = {item.media.metadata.title for page in pages for item in page.results}
    equal(titles, {"The Salt Clock", "Field Notes", "Only Text", "First Light", "Second Light"})
    fantasy = get_library_filter_string(filter_group=FilterGroup.GENRES, filter_value="Fantasy")
    found = [page async for page in client.get_library_items(library_id=books.id_, filter_str=fantasy)]
    equal(sorted(item.media.metadata.title for page in found for item in page.results), ["First Light", "Second Light"])
    _, salt = await stage.book(client, "The Salt Clock")
    plain = await client.get_library_item_book(book_id=salt.id_)
    equal((plain.media.metadata.title, len(plain.media.audio_files)), ("The Salt Clock", 3))
    wide = await client.get_library_item_book(book_id=salt.id_, expanded=True)
    equal(wide.media.duration, 5401)
    equal([chapter.title for chapter in wide.media.chapters],
          ["The Lighthouse", "South Sea, one", "South Sea, two", "The Way Home"])
    equal([track.start_offset for track in wide.media.tracks], [0, 1800.05, 3150.1])
    batch = await client.get_library_item_batch_book(item_ids=[salt.id_])
    equal([item.id_ for item in batch], [salt.id_])
    author = wide.media.metadata.authors[0]
    works = await client.get_author(author_id=author.id_, include_series=True)
    equal((works.name, len(works.library_items), [series.name for series in works.series]),
          ("Ursula Ode", 3, ["Lantern Cycle"]))


@check
async def personalized(stage):
    client = await stage.client()
    books, podcasts = await client.get_all_libraries()
    shelves = {shelf.id_: shelf for shelf in await client.get_library_personalized_view(library_id=books.id_)}
    assert "recently-added" in shelves, list(shelves)
    equal(shelves["recently-added"].entities[0].media.metadata.title, "Second Light")
    equal([series.name for series in shelves["recent-series"].entities], ["Lantern Cycle"])
    equal({author.name for author in shelves["newest-authors"].entities},
          {"Ana Reader", "Paul Second", "Sam Oneill", "Ursula Ode"})
    shelves = {shelf.id_: shelf for shelf in await client.get_library_personalized_view(library_id=podcasts.id_)}
    newest = shelves["newest-episodes"].entities
    equal([entity.recent_episode.title for entity in newest][:2], ["Oats", "Radio on the Roof"])


@check
async def series(stage):
    client = await stage.client()
    books = (await client.get_all_libraries())[0]
    pages = [page async for page in client.get_library_series(library_id=books.id_)]
    (lantern,) = [found for page in pages for found in page.results]
    equal((lantern.name, [book.media.metadata.title for book in lantern.books]),
          ("Lantern Cycle", ["First Light", "Second Light"]))
    equal((await client.get_series(series_id=lantern.id_)).name, "Lantern Cycle")
    known = await client.get_series(series_id=lantern.id_, include_progress=True)
    equal((len(known.progress.library_item_ids), known.progress.is_finished), (2, False))
    equal((await client.get_all_collections()), [])


@check
async def playlists(stage):
    client = await stage.client()
    books, podcasts = await client.get_all_libraries()
    _, notes = await stage.book(client, "Field Notes")
    _, salt = await stage.book(client, "The Salt Clock")
    _, bread = await stage.book(client, "Bread Hour")
    made = await client.create_playlist(parameters=CreatePlaylistParameters(
        name="Evening", library_id=books.id_, items=[PlaylistItem(library_item_id=notes.id_)]))
    equal((made.name, [item.library_item.media.metadata.title for item in made.items]), ("Evening", ["Field Notes"]))
    more = await client.add_item_to_playlist(playlist_id=made.id_, item=PlaylistItem(library_item_id=salt.id_))
    equal(len(more.items), 2)
    named = await client.update_playlist(
        playlist_id=made.id_, parameters=UpdatePlaylistParameters(name="Night", description="late"))
    equal((named.name, named.description), ("Night", "late"))
    equal([playlist.name for playlist in await client.get_all_playlists()], ["Night"])
    listed = [page async for page in client.get_library_playlists(library_id=books.id_)]
    equal([playlist.id_ for page in listed for playlist in page.results], [made.id_])
    less = await client.remove_item_from_playlist(playlist_id=made.id_, item=PlaylistItem(library_item_id=notes.id_))
    equal([item.library_item_id for item in less.items], [salt.id_])
    whole = await client.get_library_item_podcast(podcast_id=bread.id_, expanded=True)
    episodes = [PlaylistItem(library_item_id=bread.id_, episode_id=episode.id_) for episode in whole.media.episodes]
    pods = await client.create_playlist(parameters=CreatePlaylistParameters(
        name="Bread", library_id=podcasts.id_, items=episodes[:1]))
    pods = await client.add_item_to_playlist_batch(playlist_id=pods.id_, items=episodes[1:])
    equal([item.episode.title for item in pods.items], [episode.title for episode in whole.media.episodes])
    equal((await client.get_playlist(playlist_id=pods.id_)).name, "Bread")
    pods = await client.remove_item_from_playlist_batch(playlist_id=pods.id_, items=episodes[1:])
    equal(len(pods.items), 1)
    await client.delete_playlist(playlist_id=made.id_)
    await client.delete_playlist(playlist_id=pods.id_)
    await raises(NotFoundError, client.get_playlist(playlist_id=made.id_))


@check
async def episodes(stage):
    client = await stage.client()
    _, night = await stage.book(client, "Night Signals")
    wide = await client.get_library_item_podcast(podcast_id=night.id_, expanded=True)
    equal({episode.title for episode in wide.media.episodes}, {"Valves and Wires", "The Long Wave", "Radio on the Roof"})
    roof = next(episode for episode in wide.media.episodes if episode.title == "Radio on the Roof")
    equal((roof.season, roof.episode, roof.duration), ("2", "14", 1882.044))
    single = await client.get_podcast_episode(podcast_id=night.id_, episode_id=roof.id_)
    equal((single.title, [chapter.title for chapter in single.chapters]), ("Radio on the Roof", ["Intro", "Up the ladder"]))
    plain = await client.get_library_item_podcast(podcast_id=night.id_)
    equal(len(plain.media.episodes), 3)
    equal([item.id_ for item in await client.get_library_item_batch_podcast(item_ids=[night.id_])], [night.id_])


@check
async def progress(stage):
    client = await stage.client()
    _, notes = await stage.book(client, "Field Notes")
    equal(await client.get_my_media_progress(item_id=notes.id_), None)
    await client.update_my_media_progress(
        item_id=notes.id_, duration_seconds=2700, progress_seconds=540, is_finished=False)
    stored = await client.get_my_media_progress(item_id=notes.id_)
    equal((stored.current_time, round(stored.progress, 6), stored.is_finished), (540, 0.2, False))
    in_progress = await client.get_my_items_in_progress()
    equal([item.id_ for item in in_progress], [notes.id_])
    await client.update_my_media_progress(
        item_id=notes.id_, duration_seconds=2700, progress_seconds=0, is_finished=True)
    equal((await client.get_my_media_progress(item_id=notes.id_)).is_finished, True)
    await client.remove_my_media_progress(media_progress_id=stored.id_)
    equal(await client.get_my_media_progress(item_id=notes.id_), None)


@check
async def playback(stage):
    client = await stage.client()
    _, stop = await stage.book(client, "Station Break")
    wide = await client.get_library_item_podcast(podcast_id=stop.id_, expanded=True)
    five = next(episode for episode in wide.media.episodes if episode.title == "Five Seconds")
    session = await client.get_playback_session(
        session_parameters=PlaybackSessionParameters(
            device_info=DeviceInfo(device_id="peer", client_name="peer"), supported_mime_types=["audio/mpeg"],
            media_player="peer"),
        item_id=stop.id_, episode_id=five.id_)
    equal((session.play_method, session.display_title, session.duration), (PlaybackMethod.DIRECT_PLAY, "Five Seconds", 5))
    equal((session.audio_tracks[0].mime_type, session.media_player), ("audio/mpeg", "peer"))
    # As its track says, and as a player would with a part of it.
    url = client.session_config.url_for(session.audio_tracks[0].content_url)
    async with stage.session.get(url, headers=client.session_config.headers) as answer:
        sound = await answer.read()
        equal((answer.status, answer.headers["Content-Type"], len(sound)), (200, "audio/mpeg", five.audio_track.metadata.size))
        equal((sound[:3], sound[423:427]), (b"ID3", b"\xff\xfb\x54\xc0"))
    part = {**client.session_config.headers, "Range": "bytes=423-1190"}
    async with stage.session.get(url, headers=part) as answer:
        equal((answer.status, answer.headers["Content-Range"]), (206, f"bytes 423-1190/{len(sound)}"))
        equal(await answer.read(), sound[423:1191])
    equal((await client.get_open_session(session_id=session.id_)).id_, session.id_)
    step = SyncOpenSessionParameters(current_time=2, time_listened=2, duration=5)
    await client.sync_open_session(session_id=session.id_, parameters=step)
    equal((await client.get_my_media_progress(item_id=stop.id_, episode_id=five.id_)).current_time, 2)
    last = SyncOpenSessionParameters(current_time=4.9, time_listened=2.9, duration=5)
    await client.close_open_session(session_id=session.id_, parameters=last)
    equal((await client.get_my_media_progress(item_id=stop.id_, episode_id=five.id_)).is_finished, True)
    await raises(SessionNotFoundError, client.get_open_session(session_id=session.id_))
    await raises(SessionSyncNotFoundError, client.sync_open_session(session_id=session.id_, parameters=step))


@check
async def playback_of_a_book(stage):
    client = await stage.client()
    _, salt = await stage.book(client, "The Salt Clock")
    session = await client.get_playback_session(
        session_parameters=PlaybackSessionParameters(
            device_info=DeviceInfo(device_id="peer"), supported_mime_types=["audio/mpeg"]), item_id=salt.id_)
    equal([track.duration for track in session.audio_tracks], [1800.05, 1350.05, 2250.9])
    equal((session.media_metadata.title, len(session.chapters)), ("The Salt Clock", 4))
    await control("restart")
    step = SyncOpenSessionParameters(current_time=60, time_listened=60, duration=5401)
    await raises(SessionSyncNotFoundError, client.sync_open_session(session_id=session.id_, parameters=step))
    local = session
    local.play_method = PlaybackMethod.LOCAL
    local.time_listening, local.current_time = 30.0, 90.0
    await client.sync_local_sessions(playback_sessions=[local])
    equal((await client.get_my_media_progress(item_id=salt.id_)).current_time, 90)


@check
async def socket(stage):
    client, socket = await get_user_and_socket_client(
        session_config=stage.configuration(), username="ada", password="correct horse")
    signed_in, users, steps = asyncio.Event(), asyncio.Queue(), asyncio.Queue()

    async def on_step(id_, progress):
        await steps.put(progress)

    socket.set_user_callbacks(on_user_item_progress_updated=on_step, on_user_updated=users.put)
    await socket.init_client(wait_timeout=60)
    socket.client.on("init", handler=lambda *_: signed_in.set())
    # The client signs in by itself; a second time tells us that it could.
    await socket._authenticate()
    await asyncio.wait_for(signed_in.wait(), 120)
    _, notes = await stage.book(client, "Field Notes")
    await client.update_my_media_progress(
        item_id=notes.id_, duration_seconds=2700, progress_seconds=270, is_finished=False)
    user = await asyncio.wait_for(users.get(), 120)
    equal((user.id_, user.username), (client.user.id_, "ada"))
    session = await client.get_playback_session(
        session_parameters=PlaybackSessionParameters(device_info=DeviceInfo(device_id="peer")), item_id=notes.id_)
    await client.sync_open_session(
        session_id=session.id_, parameters=SyncOpenSessionParameters(current_time=300, time_listened=30, duration=2700))
    step = await asyncio.wait_for(steps.get(), 120)
    equal((step.library_item_id, step.current_time), (notes.id_, 300))
    await socket.shutdown()


@check
async def socket_refused(stage):
    failed = asyncio.Event()
    client, socket = await get_user_and_socket_client(
        session_config=stage.configuration(), username="grace", password="battery staple")
    client.session_config.access_token = "not.a.token"
    client.session_config.auto_refresh = False
    await socket.init_client(wait_timeout=60)
    socket.client.on("auth_failed", handler=lambda *_: failed.set())
    await socket._authenticate()
    await asyncio.wait_for(failed.wait(), 120)
    await socket.shutdown()


@check
async def forbidden(stage):
    linus = await stage.client("linus", "staple battery")
    client = await stage.client()
    _, salt = await stage.book(client, "The Salt Clock")
    await raises(ForbiddenError, linus.get_library_item_book(book_id=salt.id_))


@check
async def sign_out(stage):
    client = await stage.client()
    config = client.session_config
    await client.logout()
    await raises(RefreshTokenExpiredError, config.refresh())


async def main():
    failed = 0
    for function in CHECKS:
        # Cookies of one check must not help the next.
        async with aiohttp.ClientSession() as session:
            try:
                await asyncio.wait_for(function(Stage(session)), 300)
                print(f"ok {function.__name__}", flush=True)
            except Exception:
                failed += 1
                print(f"FAILED {function.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"aioaudiobookshelf: {len(CHECKS)} checks, {len(CHECKS) - failed} ok")
    sys.exit(1 if failed else 0)


asyncio.run(main())
