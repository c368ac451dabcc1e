"""Recordings for tests of the web map: a route, as a phone would have recorded it, and the drop of a file on the page."""

import json

from serving.recordings import START, of_route  # noqa: F401


def drop(name, content):
    """A script that drops a file on the page."""
    return (f"const data = new DataTransfer(); data.items.add(new File([{json.dumps(content)}], {json.dumps(name)}));"
            "for (const kind of ['dragenter', 'dragover', 'drop'])"
            "dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));")
