/** Texts of the hosted page by their names; rewards and links have words of the widget. */
export const hostedPage = {
  'signIn.title': 'Your link to share',
  'signIn.text':
    'Enter your e-mail address, and we send you a link that opens your page. You need no password.',
  'signIn.textToJoin':
    'Enter your e-mail address, and we send you a link that opens your page. If you are new here, you get a link of your own to share. You need no password.',
  'signIn.email': 'E-mail address',
  'signIn.button': 'Send me a link',
  'signIn.invalid': 'This address cannot receive e-mail. Please check it.',

  'sent.title': 'Check your mailbox',
  'sent.text':
    'If this address takes part, it gets an e-mail with a link within a minute. The link works once, for a quarter of an hour. Look in the spam folder as well.',
  'sent.again': 'Send another link',

  'enter.title': 'Open your page',
  'enter.text': 'You sign in as {email}.',
  'enter.button': 'Open my page',
  'enter.choose': 'This address has several accounts. Which one do you want to open?',

  'used.title': 'This link does not work any more',
  'used.text': 'A link works once, for a quarter of an hour.',
  'used.button': 'Ask for a new link',

  signedInAs: 'Signed in as {email}',

  signOut: 'Sign out',

  otherAccounts: 'Your other accounts',

  'card.title': 'A card to hand out',
  'card.text': 'Scan the code, or open the link:',
  'card.print': 'Print the card',
  'card.qr': 'QR code of your link',

  'data.title': 'Your data',
  'data.text':
    'The button signs you out and deletes what this page has stored in this browser. Your link keeps working, and your rewards stay yours.',
  'data.button': 'Delete my data on this page',
  'data.erasure': 'To have everything deleted that is stored about you, write to {address}.',
  'data.erasureByCompany':
    'To have everything deleted that is stored about you, ask the company that the program belongs to.',

  'left.title': 'You are signed out',
  'left.text': 'This page has nothing stored in this browser any more.',
  'left.button': 'Sign in again',

  'again.title': 'That did not work',
  'again.text': 'Please open your page again, and repeat the step.',
  'again.button': 'Open my page',

  'tooMany.title': 'One moment, please',
  'tooMany.text': 'There were too many tries. Please try again in a minute.',

  'unavailable.title': 'One moment, please',
  'unavailable.text': 'The page could not be loaded. Please try again in a few seconds.',

  'unknown.title': 'There is no page here',
  'unknown.text': 'Please check the address, or ask the company that you have it from.',
} as const
