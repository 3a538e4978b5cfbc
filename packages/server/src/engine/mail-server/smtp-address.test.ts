import { expect, test } from 'vitest'
import { parseSmtpAddress } from './smtp-address.ts'

test.each([
  [
    'smtp://user:password@mail.example.com:2525',
    { host: 'mail.example.com', port: 2525, tls: 'required', login: { user: 'user', password: 'password' } },
  ],
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'required', login: null }],
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, tls: 'implicit', login: null }],
  ['smtp://relay:25?tls=off', { host: 'relay', port: 25, tls: 'off', login: null }],
  ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, tls: 'off', login: null }],
  ['smtp://[::1]:1025', { host: '::1', port: 1025, tls: 'off', login: null }],
  [
    'smtp://a%40b.example:p%2Fw%3A@localhost',
    { host: 'localhost', port: 587, tls: 'off', login: { user: 'a@b.example', password: 'p/w:' } },
  ],
])('the address of a mail server is read: %s', (text, settings) => {
  expect(parseSmtpAddress(text)).toEqual(settings)
})

test.each([
  'mail.example.com',
  'http://mail.example.com',
  'smtp://',
  'smtp://mail.example.com/path',
  'smtp://mail.example.com#x',
  'smtp://mail.example.com?tls=on',
  'smtp://mail.example.com?tls=off&tls=off',
  'smtps://mail.example.com?tls=off',
  'smtp://mail.example.com?proxy=http://127.0.0.1',
  'smtp://user:%zz@mail.example.com',
])('%s is refused', (text) => {
  expect(parseSmtpAddress(text)).toBeNull()
})
