import { expect, test } from 'vitest'
import { localSetupText, setupText } from './setup-words.ts'

test.each([
  [
    'Create a webhook at the processor with the URL in webhookUrl, and send a test notification.',
    'Create a webhook at the processor with the Webhook URL of this page, and send a test notification.',
  ],
  [
    'Send its signing secret as webhookSecret with PUT connection, or have the connection checked.',
    'Enter its signing secret by “Replace the keys”, or press “Check again”.',
  ],
  ['The key may not search.', 'The key may not search.'],
])('“%s” is read here as “%s”', (message, shown) => {
  expect(setupText(message)).toBe(shown)
})

test('a local gateway is not described by the Control Panel that it has not', () => {
  const message = 'Create it in the Control Panel under Processing, Custom Fields.'
  expect(localSetupText({ item: 'CUSTOM_FIELD', message })).not.toContain('Control Panel')
  expect(localSetupText({ item: 'PERMISSION', message })).toBe(message)
})
