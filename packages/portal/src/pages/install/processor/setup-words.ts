/** Terms of the API’s sentences about set-up, and their places on this page. */
const onThisPage: readonly (readonly [string, string])[] = [
  ['the URL in webhookUrl', 'the Webhook URL of this page'],
  ['the events in notificationKinds', 'the events that are listed under “Notifications” here'],
  [
    'send its signing secret as webhookSecret with PUT connection',
    'enter its signing secret by “Replace the keys”',
  ],
  [
    'Send its signing secret as webhookSecret with PUT connection',
    'Enter its signing secret by “Replace the keys”',
  ],
  ['have the connection checked', 'press “Check again”'],
  ['GET discounts?state=FAILED lists them', 'Discounts with the state Failed lists them'],
]

/** A sentence of the API about a missing step at the processor, in the words of this page. */
export function setupText(message: string): string {
  return onThisPage.reduce((text, [inApi, here]) => text.replaceAll(inApi, here), message)
}

const localTexts: Readonly<Record<string, string>> = {
  CUSTOM_FIELD: 'A field of customers there that has the code a friend used.',
  DISCOUNT: 'The discount there that reduces bills.',
  WEBHOOK: 'What tells this service of payments there.',
}

/** The missing step at a local gateway, which has no Control Panel. */
export function localSetupText({
  item,
  message,
}: {
  readonly item: string
  readonly message: string
}): string {
  return localTexts[item] ?? setupText(message)
}
