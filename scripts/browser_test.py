"""Drives the page of `pintle golden --html`; started by scripts/browser-test, which brings what it needs."""

import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]


def write(root, path, text):
    path = root / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def make_page(root):
    """A suite of two charts in which one golden file was edited, one is missing, one case fails and one file is orphaned."""
    pintle = os.environ["PINTLE"]
    for chart in ["gateway", "web"]:
        write(root, f"charts/{chart}/Chart.yaml", f"apiVersion: v2\nname: {chart}\nversion: 1.0.0\n")
        write(root, f"charts/{chart}/templates/service.yaml", "apiVersion: v1\nkind: Service\nmetadata:\n"
              "  name: {{ .Release.Name }}\n  labels:\n    app: web\nspec:\n  ports:\n  - port: {{ .Values.port }}\n")
        write(root, f"charts/{chart}/templates/app.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n"
              "  name: {{ .Release.Name }}\nspec:\n  replicas: {{ .Values.replicas }}\n  template:\n    spec:\n"
              "      containers:\n      - name: app\n        image: registry.example/app:{{ .Values.tag }}\n"
              "        args: [serve, --port={{ .Values.port }}]\n")
        for n, case in enumerate(["default", "large", "ports", "small"]):
            write(root, f"values/{chart}/{case}.yaml", f"replicas: {n + 1}\nport: {8080 + n}\ntag: 1.{n}.0\n")
    subprocess.run([pintle, "golden", "bless", "--yes"], cwd=root, check=True, stdout=subprocess.DEVNULL)
    edited = root / "golden/web/large.yaml"
    text = edited.read_text().replace("replicas: 2", "replicas: 5").replace("app:1.1.0", "app:1.0.9 ")
    edited.write_text(text.replace("    app: web\n", "    app: web\n    tier: <front> & \"back\"\n"))
    (root / "golden/web/small.yaml").unlink()
    write(root, "golden/gateway/retired.yaml", "a: 1\n")
    write(root, "values/gateway/ports.yaml", "replicas: [1\n")
    done = subprocess.run([pintle, "golden", "--html", "page.html"], cwd=root, stdout=subprocess.DEVNULL)
    assert done.returncode == 1, done.returncode
    return root / "page.html"


def check(page, shots):
    """The filter, the statuses, the two views, folding, links and both themes."""
    shown = page.locator(".case:visible")
    expect(page.locator("h1")).to_have_text("4 of 9 cases are not as expected")
    expect(shown).to_have_count(4)
    shots("light")

    page.locator('button[data-status=""]').click()
    expect(shown).to_have_count(9)
    shots("all")
    page.keyboard.press("/")
    page.keyboard.type("web de")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-name", "web/default")
    expect(page.locator("#shown")).to_have_text("1 of 9 shown")
    expect(page.locator(".suite:visible")).to_have_count(1)
    page.keyboard.type(" nothing")
    expect(page.get_by_text("No case matches.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown).to_have_count(9)
    page.locator('button[data-status="passed"]').click()
    expect(shown).to_have_count(5)
    page.locator('button[data-status="failed"]').click()
    expect(shown).to_have_count(4)

    case = page.locator('[id="web/large"]')
    expect(case.locator("h3").first).to_contain_text("Service/release-name")
    expect(case.locator("h3").nth(1)).to_contain_text("Deployment/release-name")
    row = case.locator(".changed .row").filter(has_text="registry.example").first
    old, new = row.locator(".old"), row.locator(".new")
    expect(old.locator("mark")).to_have_text("registry.example/app:1.0.9·")
    expect(new.locator("mark")).to_have_text("registry.example/app:1.1.0")
    left, right = old.bounding_box(), new.bounding_box()
    assert left["y"] == right["y"] and left["x"] + left["width"] <= right["x"] + 1, "not side by side"
    expect(case.locator(".changed .old").first).to_contain_text('tier: <front> & "back"')

    page.get_by_role("button", name="Stacked").click()
    below, above = new.bounding_box(), old.bounding_box()
    assert below["x"] == above["x"] and below["y"] > above["y"], "not stacked"
    shots("stacked")
    page.get_by_role("button", name="Side by side").click()

    page.get_by_role("button", name="Fold all").click()
    expect(case.locator(".diff")).to_be_hidden()
    case.locator("summary").click()
    expect(case.locator(".diff")).to_be_visible()

    page.locator("#theme").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(17, 21, 27)", "not dark"
    shots("dark")
    page.evaluate("location.hash = '#web/ports'")
    expect(page.locator('[id="web/ports"]')).to_be_visible()
    page.set_viewport_size({"width": 480, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than a narrow window"
    shots("narrow")


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    faults = []
    with tempfile.TemporaryDirectory() as root, sync_playwright() as playwright:
        file = make_page(pathlib.Path(root))
        browser = playwright.chromium.launch(executable_path=os.environ["BROWSER"], args=FLAGS)
        page = browser.new_page(viewport={"width": 1360, "height": 900}, color_scheme="light")
        page.set_default_timeout(10_000)
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith("file:") else faults.append(request.url))
        page.goto(file.as_uri())

        def shots(name):
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=folder / f"{name}.png")

        check(page, shots)
        browser.close()
    assert not faults, faults
    print("the page of pintle golden --html: filter, statuses, views, folding, links and themes work")


main()
