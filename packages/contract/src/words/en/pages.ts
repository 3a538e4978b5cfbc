/** Pages that the service draws itself, behind share links and unsubscribe links. */
export const pages = {
  'shareLink.unavailable.title': 'Please try again in a moment',
  'shareLink.unavailable.text':
    'We could not look up where this link leads. Reload the page in a few seconds.',

  'shareLink.notReady.title': 'This link is not ready yet',
  'shareLink.notReady.text':
    'The company behind it has not set up its page yet. Please try again later, or ask the person who sent it to you.',

  'shareLink.unknown.title': 'This link does not work',
  'shareLink.unknown.text':
    'It may be mistyped or no longer valid. Please ask the person who sent it to you for a new one.',
  'shareLink.unknown.open': 'Go to {site}',

  'linkPreview.gift': 'A gift for you: {reward}',
  'linkPreview.invitation': 'An invitation for you',
  'linkPreview.sentBy': '{name} sent you this link. Open it to see the offer.',
  'linkPreview.sentByFriend': 'A friend sent you this link. Open it to see the offer.',
  'linkPreview.open': 'See the offer',

  'unsubscribe.subscribed.asked.title': 'Which e-mails do you want?',
  'unsubscribe.subscribed.asked.text':
    'You get e-mails from “{programName}”. Choose those that you want to get.',
  'unsubscribe.subscribed.asked.button': 'Unsubscribe from all',
  'unsubscribe.subscribed.chosen.title': 'Your choice is saved',
  'unsubscribe.subscribed.chosen.text': 'You get the e-mails from “{programName}” that are ticked here.',
  'unsubscribe.subscribed.chosen.button': 'Unsubscribe from all',
  'unsubscribe.save': 'Save',

  'unsubscribe.subscribed.done.title': 'You are subscribed again',
  'unsubscribe.subscribed.done.text': 'You get e-mails from “{programName}” again.',
  'unsubscribe.subscribed.done.button': 'Unsubscribe',

  'unsubscribe.unsubscribed.asked.title': 'You are unsubscribed',
  'unsubscribe.unsubscribed.asked.text':
    'You get no e-mails from “{programName}”. You can subscribe again at any time.',
  'unsubscribe.unsubscribed.asked.button': 'Subscribe again',

  'unsubscribe.unsubscribed.done.title': 'You are unsubscribed',
  'unsubscribe.unsubscribed.done.text':
    'Done. You get no more e-mails from “{programName}”. Your rewards stay as they are.',
  'unsubscribe.unsubscribed.done.button': 'Subscribe again',
  'unsubscribe.invitations.asked.title': 'No more invitations?',
  'unsubscribe.invitations.asked.text':
    'Friends can have “{programName}” invite you by e-mail. Press the button to never get such an invitation again.',
  'unsubscribe.invitations.asked.button': 'No more invitations',
  'unsubscribe.invitations.done.title': 'You get no more invitations',
  'unsubscribe.invitations.done.text':
    'Done. “{programName}” does not invite you any more, and has erased your address.',

  'unsubscribe.unknown.title': 'This link does not work',
  'unsubscribe.unknown.text': 'It may be incomplete. Open the link in the e-mail again, and copy all of it.',

  'appeal.asked.title': 'Your invitation is being checked',
  'appeal.asked.text':
    '“{programName}” is checking an invitation of yours before the reward is given. Is there something that we should know? You can write it here, once.',
  'appeal.until': 'This can take until {date}.',
  'appeal.label': 'What we should know',
  'appeal.hint': 'At most {number} characters. Do not write any passwords or card numbers.',
  'appeal.refused': 'This was not sent. Write 1 to {number} characters.',
  'appeal.button': 'Send',
  'appeal.done.title': 'Thank you',
  'appeal.done.text': 'What you wrote has arrived at “{programName}”. There is nothing more to do.',
  'appeal.unknown.title': 'This link does not work',
  'appeal.unknown.text':
    'The check is over, or the link is not complete. In that case open the link in the e-mail again, and copy all of it.',
} as const
