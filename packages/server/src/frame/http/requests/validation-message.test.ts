import { endpoint } from '@goodword/contract/frame/endpoint'
import { ProgramSettings, programDefaults } from '@goodword/contract/program/program'
import { describe, expect, it } from 'vitest'
import { asAcmeWithJson, createFrame, writeNote } from '../server/test-frame.ts'

const writeProgram = endpoint({
  ...writeNote,
  name: 'writeProgram',
  method: 'PUT',
  path: '/program',
  body: ProgramSettings,
})

const { app, serve } = createFrame()
serve(writeProgram, async ({ body }) => ({ note: JSON.stringify(body) }))

const put = async (body: object) =>
  (
    await app.inject({ method: 'PUT', url: '/api/v1/acme/program', headers: asAcmeWithJson, payload: body })
  ).json()

describe('a body with forms and defaults', () => {
  it('a body is filled up with the defaults where nothing is said', async () => {
    expect(JSON.parse((await put({})).note)).toEqual(programDefaults)
  })

  it('a body keeps a null that clears', async () => {
    expect(JSON.parse((await put({ referredReward: null, cookieDays: null })).note)).toEqual({
      ...programDefaults,
      referredReward: null,
    })
  })

  it.each([
    [
      'is missing a field of its form',
      { type: 'CREDIT' },
      'referredReward.unit',
      '"referredReward.unit" is required',
    ],
    [
      'has a wrong field of its form',
      { type: 'PCT_DISCOUNT', discountPercent: 101 },
      'referredReward.discountPercent',
      'must be a number from 0 to 100',
    ],
    ['is of no form', { type: 'SURPRISE' }, 'referredReward', 'an object whose "type" is "PCT_DISCOUNT", or'],
    ['is no object', 'ten percent', 'referredReward', 'must be a JSON object'],
  ])('the message names the field of a reward that %s', async (_, referredReward, param, message) => {
    const answer = await put({ referredReward })
    expect(answer).toMatchObject({ statusCode: 400, param })
    expect(answer.message).toContain(message)
  })

  it.each([
    [{ cookieDays: 0 }, '"cookieDays" must be a whole number from 1 to 400.'],
    [{ active: 'yes' }, '"active" must be true or false.'],
    [{ texts: { 'a\nb': {} } }, '"texts" must be a JSON object of at most 50 fields whose names match ^['],
    [{ allowedOrigins: 'x' }, '"allowedOrigins" must be a list of at most 100 entries.'],
    [{ allowedOrigins: [5] }, '"allowedOrigins.0" must be a web origin such as'],
    [{ processorDiscountId: '' }, '"processorDiscountId" must be a string of 1 to 256 characters without'],
    [
      { fraudRules: [{ rule: 'SAME_EMAIL', mode: 'on' }] },
      '"fraudRules.0.mode" must be one of off, shadow, active.',
    ],
    [
      { texts: { en: { title: 5 } } },
      '"texts.en.title" must be a string of at most 2000 characters, well-formed',
    ],
    [
      { theme: { accentColor: 'red' } },
      '"theme.accentColor" must be a color as "#" and six hexadecimal digits',
    ],
  ])('the message for a body with %j names the rule', async (body, message) => {
    expect((await put(body)).message).toContain(message)
  })
})
