"""A typed client of the Goodword API for servers."""

from .client import Client
from .errors import ApiError
from .pages import Pages
from .signing import SignedUser, sign_user
from .version import VERSION as __version__
from .webhooks import verify_event

__all__ = ["ApiError", "Client", "Pages", "SignedUser", "__version__", "sign_user", "verify_event"]
