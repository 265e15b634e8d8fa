"""The picture: for each workload how long ours takes, as a share of what a vendor would write instead."""

import math
from html import escape

from . import contestants as who

SHOWN = ((who.OWN, who.CURL, "C: hr_* ÷ libcurl and cJSON", "#0b6e99", "circle"),
         (who.WRAPPER, who.REQUESTS, "Python: wrapper ÷ requests", "#b3541e", "square"),
         (who.WRAPPER_CS, who.HTTP_CS, "C#: wrapper ÷ HttpWebRequest", "#5b7f2b", "diamond"))
LEFT, WIDTH, LINE, TOP = 360, 900, 22, 70
LEAST, MOST = 0.02, 10.0


def across(ratio):
    share = math.log(max(LEAST, min(MOST, ratio)) / LEAST) / math.log(MOST / LEAST)
    return LEFT + share * (WIDTH - LEFT - 30)


def mark(shape, x, y, colour):
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{colour}"/>'
    turn = f' transform="rotate(45 {x:.1f} {y})"' if shape == "diamond" else ""
    return f'<rect x="{x - 4.5:.1f}" y="{y - 4.5}" width="9" height="9" fill="{colour}"{turn}/>'


def drawing(everything, results):
    rows = [(one, results[one.name]) for one in everything if isinstance(results[one.name], dict)]
    height = TOP + LINE * len(rows) + 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
           'font-family="sans-serif" font-size="12">', f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
           '<text x="10" y="20" font-size="15">Time of a call, as a share of what it takes by hand (left of 1 is faster)</text>']
    for number, (_, _, label, colour, shape) in enumerate(SHOWN):
        x = 16 + 290 * number
        out += [mark(shape, x, 42, colour), f'<text x="{x + 12}" y="46">{escape(label)}</text>']
    for ratio in (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10):
        x, strong = across(ratio), ratio == 1
        out += [f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - 30}" stroke="{"#333" if strong else "#ddd"}"/>',
                f'<text x="{x:.1f}" y="{height - 14}" text-anchor="middle">{ratio:g}</text>']
    for number, (one, seen) in enumerate(rows):
        y = TOP + LINE * number + 8
        out.append(f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(one.title)}</text>')
        out += [mark(shape, across(seen[ours].median() / seen[theirs].median()), y, colour)
                for ours, theirs, _, colour, shape in SHOWN if ours in seen and theirs in seen]
    return "\n".join([*out, "</svg>", ""])
