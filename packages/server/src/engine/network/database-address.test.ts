import { expect, test } from 'vitest'
import { databaseAddress } from './database-address.ts'

test.each([
  ['postgresql:///goodword?host=/run/postgresql', 'postgresql://localhost/goodword?host=/run/postgresql'],
  [
    'postgres://ada:secret@/goodword?port=5433&host=/run/postgresql',
    'postgres://ada:secret@localhost/goodword?port=5433&host=/run/postgresql',
  ],
  ['postgres://ada@db.example.com/goodword', 'postgres://ada@db.example.com/goodword'],
])('the address %s is read as libpq reads it, also that of a socket without a host', (text, value) => {
  expect(databaseAddress(text)).toEqual({ value })
})
