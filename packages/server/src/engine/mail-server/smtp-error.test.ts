import { expect, test } from 'vitest'
import { outcomeOfError } from './smtp-error.ts'

const reply = (command: string, responseCode: number, code = 'EENVELOPE') => ({ code, command, responseCode })

test.each([
  [reply('RCPT TO', 550), { kind: 'refused', reason: 'RECIPIENT_REFUSED', replyCode: 550 }],
  [reply('MAIL FROM', 553), { kind: 'refused', reason: 'SENDER_REFUSED', replyCode: 553 }],
  [reply('DATA', 554, 'EMESSAGE'), { kind: 'refused', reason: 'MESSAGE_REFUSED', replyCode: 554 }],
  [reply('RCPT TO', 450), { kind: 'deferred', replyCode: 450 }],
  [reply('DATA', 452, 'EMESSAGE'), { kind: 'deferred', replyCode: 452 }],
  [reply('RCPT TO', 421), { kind: 'unavailable', reason: 'SERVER_UNREACHABLE', replyCode: 421 }],
  [reply('MAIL FROM', 530), { kind: 'unavailable', reason: 'LOGIN_FAILED', replyCode: 530 }],
  [reply('MAIL FROM', 503), { kind: 'unavailable', reason: 'LOGIN_FAILED', replyCode: 503 }],
  [reply('AUTH PLAIN', 535, 'EAUTH'), { kind: 'unavailable', reason: 'LOGIN_FAILED', replyCode: 535 }],
  [reply('EHLO', 554, 'EPROTOCOL'), { kind: 'unavailable', reason: 'SERVER_UNREACHABLE', replyCode: 554 }],
  [{ code: 'ETIMEDOUT' }, { kind: 'unavailable', reason: 'SERVER_TIMED_OUT', replyCode: null }],
  [{ code: 'ETLS' }, { kind: 'unavailable', reason: 'TLS_FAILED', replyCode: null }],
  [
    { code: 'ESOCKET', message: 'self-signed certificate' },
    { kind: 'unavailable', reason: 'TLS_FAILED', replyCode: null },
  ],
  [{ code: 'ECONNECTION' }, { kind: 'unavailable', reason: 'SERVER_UNREACHABLE', replyCode: null }],
  [{ code: 'EDNS' }, { kind: 'unavailable', reason: 'SERVER_UNREACHABLE', replyCode: null }],
  [null, { kind: 'unavailable', reason: 'SERVER_UNREACHABLE', replyCode: null }],
])('a failure of the mail server is classified: %j', (error, outcome) => {
  expect(outcomeOfError(error)).toEqual(outcome)
})
