"""An invitation, from the host's link to the friend's seat."""

import re

from playwright.sync_api import expect

from web.conftest import SHOTS, Visitors
from web.playing import make_table
from web.test_client import check_with_axe


def test_an_invitation_says_who_invites_to_what_and_has_one_button(visitors: Visitors) -> None:
    host, friend = visitors.new(), visitors.new("small")
    at_host = host.open()
    clock = {"total_s": 300, "increment_s": 5}
    path = make_table(at_host, "trap_the_cap", ["me:Ada", "open", "bot:random"], {"game": "tower"}, clock=clock)
    at_host.goto(host.address + path.partition("?")[0])  # the page finds the key of its own table
    link = at_host.get_by_role("textbox", name="Copy link")
    expect(link).to_have_value(host.address + path)
    expect(at_host.get_by_role("note")).to_contain_text("works on this device only")
    check_with_axe(at_host)

    at_friend = friend.open(path)
    invitation = at_friend.locator("main")
    expect(invitation.get_by_role("heading")).to_have_text(re.compile(r"Ada invites you to\s+Trap the Cap"))
    expect(invitation.get_by_role("list", name="Rules of this table")).to_contain_text("5 minutes + 5 s each")
    expect(invitation.get_by_role("list", name="Rules of this table")).to_contain_text("Trap the Tower")
    expect(invitation.get_by_role("list", name="Players").get_by_role("listitem")).to_have_text(
        [re.compile("Ada"), re.compile("free seat"), re.compile("Random")]
    )
    button = invitation.get_by_role("button")
    expect(button).to_have_count(1)
    expect(button).to_be_in_viewport(ratio=1)
    check_with_axe(at_friend)
    SHOTS.mkdir(parents=True, exist_ok=True)
    at_friend.screenshot(path=SHOTS / "invitation-small.png")
    picture = at_friend.request.get(f"{friend.address}/pictures/trap_the_cap.png")
    assert picture.headers["content-type"] == "image/png"
    told = at_friend.request.get(friend.address + path).text()
    assert '<meta property="og:title" content="Ada invites you to Trap the Cap">' in told
    assert f'<meta property="og:image" content="{picture.url}">' in told
    button.click()
    at_friend.locator(".stage svg").first.wait_for()
    expect(at_host.get_by_role("textbox", name="Copy link")).to_have_count(0)
