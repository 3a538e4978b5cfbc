import { describe, expect, it, test } from 'vitest'
import { allEndpoints, endpoints } from '../all-endpoints.ts'
import { idempotencyOf, refusalsOf } from './endpoint.ts'
import { openApiDocument } from './openapi/openapi.ts'

const names = (idempotency: string) =>
  allEndpoints.filter((it) => idempotencyOf(it) === idempotency).map((it) => it.name)

test('every write that staff configure the program with refuses fields that it does not have, and no other does', () => {
  const configured = ['Program', 'Payment processor', 'Webhooks', 'E-mails', 'Keys', 'Domains', 'Staff']
  const writes = allEndpoints.filter((it) => it.method !== 'GET' && it.body !== null)
  expect(
    writes
      .filter((it) => it.refusesUnknownFields === true)
      .map((it) => it.name)
      .toSorted(),
  ).toEqual(
    writes
      .filter((it) => configured.includes(it.tag))
      .map((it) => it.name)
      .toSorted(),
  )
})

describe('the key of a request', () => {
  it('the key of a request is required where every request would act anew', () => {
    expect(names('required')).toEqual(['giveReward', 'redeemCredit', 'eraseTestData'])
  })

  it('the key of a request is welcome with every other write that asks for an API key', () => {
    const writes = allEndpoints.filter((it) => it.method !== 'GET' && it.scope !== null)
    expect([...names('optional'), ...names('required')].sort()).toEqual(writes.map((it) => it.name).sort())
  })

  it('the key of a request brings its refusals with it', () => {
    const codes = ['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_IN_FLIGHT', 'IDEMPOTENCY_KEY_REUSED'] as const
    const possibleRefusals = (endpoint: Parameters<typeof refusalsOf>[0]) =>
      codes.filter((code) => refusalsOf(endpoint).includes(code))
    expect(possibleRefusals(endpoints.redeemCredit)).toEqual(codes)
    expect(possibleRefusals(endpoints.syncAccount)).toEqual(codes.slice(1))
    expect(possibleRefusals(endpoints.listUsers)).toEqual([])
    expect(possibleRefusals(endpoints.identify)).toEqual([])
  })

  it('the key is a header of the reference exactly where it may be sent', () => {
    const operations = Object.values(
      openApiDocument(allEndpoints, 'https://goodword.example.com', '1.2.3').paths,
    )
      .flatMap((path) => Object.values(path ?? {}))
      .map((operation) => JSON.stringify(operation))
    const withHeader = operations.filter((it) => it.includes('"name":"Idempotency-Key","in":"header"'))
    expect(withHeader.length).toBe(names('optional').length + names('required').length)
    expect(withHeader.filter((it) => it.includes('"in":"header","required":true')).length).toBe(
      names('required').length,
    )
  })
})

it('a name in the table is the endpoint’s own', () => {
  expect(Object.keys(endpoints)).toEqual(allEndpoints.map((endpoint) => endpoint.name))
})

it('two endpoints never share an address and a method', () => {
  const addresses = allEndpoints.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((it) => `${method} ${it.replaceAll(/\{\w+\}/g, '{}')}`),
  )
  expect(new Set(addresses).size).toBe(addresses.length)
})
