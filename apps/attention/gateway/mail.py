"""The way out to the mail server."""

import smtplib
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage

from apps.core.sentences import sentence


@dataclass(frozen=True)
class MailReply:
    """What came of a try. `problem`: a sentence, empty where the server took it; `final`: it will never take it."""

    problem: str = ""
    final: bool = False


def is_mail_on() -> bool:
    """Whether the settings name a mail server."""
    return bool(settings.IOA_MAIL_URL)


def send_mail(letter_id: UUID, address: str, subject: str, body: str, stop: str = "") -> MailReply:
    """Hand a letter to the mail server. `stop`: the address whose POST ends letters (RFC 8058); empty: it has none.

    The Message-ID is made of the letter's id, so that a letter that is tried twice is one to whoever files mail.
    """
    headers = {
        "Message-ID": f"<{letter_id}@{settings.IOA_MAIL_FROM.rpartition('@')[2].strip('>')}>",
        "Auto-Submitted": "auto-generated",
    }
    if stop:
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    message = EmailMessage(subject, body, settings.IOA_MAIL_FROM, [address], headers=headers)
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as refused:
        code = next(iter(refused.recipients.values()))[0]
        return MailReply(
            sentence("The mail server does not take this address (status {code}).", code=code), code >= 500
        )
    except smtplib.SMTPResponseException as refused:
        return MailReply(sentence("The mail server refused it with status {code}.", code=refused.smtp_code))
    except (smtplib.SMTPException, OSError) as error:
        return MailReply(sentence("The mail server could not be reached ({why}).", why=type(error).__name__))
    return MailReply()
