import type { TenantId } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { createSecretBox } from '../../../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../../../engine/secrets/secret-key.ts'
import { noRetiredKeys, SecretKeys } from '../../../engine/secrets/secret-keys.ts'
import { startTestService } from '../../../testing/test-service.ts'
import { addressHash, unsubscribeLink } from '../mail-keys.ts'
import { loadUnsubscribed } from '../rows/unsubscribes.ts'

const service = await startTestService()
const { app, ctx, live, test: testMode, other } = service

const linkFor = (tenantId: TenantId, address: string) =>
  new URL(unsubscribeLink(ctx, tenantId, address)).pathname

async function out(tenantId: TenantId, address: string): Promise<string[]> {
  const hash = addressHash(ctx, tenantId, address)
  return [...(await ctx.readTenant(tenantId, (tx) => loadUnsubscribed(tx, hash)))]
}
const isOut = async (tenantId: TenantId, address: string) => (await out(tenantId, address)).includes('ALL')

const get = (url: string, language = 'en') => app.inject({ url, headers: { 'accept-language': language } })
const post = (url: string, payload = '', type = 'application/x-www-form-urlencoded') =>
  app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

test('one click unsubscribes as RFC 8058 says, for this program alone, and repeats change nothing', async () => {
  const link = linkFor(live.alias, 'ada@example.com')
  for (let repeat = 0; repeat < 2; repeat += 1) {
    const { statusCode, payload } = await post(link, 'List-Unsubscribe=One-Click')
    expect(statusCode).toBe(200)
    expect(payload).toContain('Done. You get no more e-mails')
  }
  expect(await isOut(live.alias, 'ada@example.com')).toBe(true)
  expect(await isOut(testMode.alias, 'ada@example.com')).toBe(false)
  expect(await isOut(other.alias, 'ada@example.com')).toBe(false)
})

test('all spellings of a mailbox are unsubscribed, and no other one', async () => {
  await post(linkFor(live.alias, 'Bob.T+shop@GMail.com'))
  expect(await isOut(live.alias, 'bobt@googlemail.com')).toBe(true)
  expect(await isOut(live.alias, 'bob@gmail.com')).toBe(false)
})

test.each([
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['application/x-www-form-urlencoded', ''],
  ['application/x-www-form-urlencoded', 'action=unsubscribe'],
  ['application/x-www-form-urlencoded', 'action=subscribe&action=subscribe'],
])('a POST of %s with %j unsubscribes', async (type, body) => {
  const address = `${encodeURIComponent(`${type}${body}`).replaceAll('%', '').slice(0, 60)}@example.com`
  expect((await post(linkFor(live.alias, address), body, type)).statusCode).toBe(200)
  expect(await isOut(live.alias, address)).toBe(true)
})

test('opening the link changes nothing, and shows what holds with a button', async () => {
  const link = linkFor(live.alias, 'eve@example.com')
  const before = await service.rows()
  const { statusCode, headers, payload } = await get(link)
  expect(statusCode).toBe(200)
  expect(payload).toContain('<h1>Which e-mails do you want?</h1>')
  expect(payload).toContain(`<form method="post" action="${link}">`)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(await service.rows()).toEqual(before)
  expect(await isOut(live.alias, 'eve@example.com')).toBe(false)
})

test('the same link subscribes again', async () => {
  const link = linkFor(live.alias, 'fay@example.com')
  await post(link)
  expect((await get(link)).payload).toContain(
    '<button name="action" value="subscribe">Subscribe again</button>',
  )
  expect((await post(link, 'action=subscribe')).payload).toContain('You are subscribed again')
  expect(await isOut(live.alias, 'fay@example.com')).toBe(false)
})

test.each([
  ['de-AT,de;q=0.9', 'de', 'Welche E-Mails möchten Sie?'],
  ['fr', 'fr', 'Quels e-mails souhaitez-vous\u00a0?'],
  ['es', 'es', '¿Qué correos quieres?'],
  ['ar', 'ar', 'ما الرسائل التي تريدها؟'],
  ['sv', 'en', 'Which e-mails do you want?'],
])('the page for %s is in %s', async (accepted, language, title) => {
  const { headers, payload } = await get(linkFor(live.alias, 'words@example.com'), accepted)
  expect(headers['content-language']).toBe(language)
  expect(payload).toMatch(new RegExp(`<html lang="${language}" dir="(ltr|rtl)">`))
  expect(payload).toContain(`<h1>${title}</h1>`)
})

test('the name of the program is text', async () => {
  await service.setProgram({ name: '<img src=x onerror=alert(1)> $& {programName}' }, other.alias)
  const { payload } = await get(linkFor(other.alias, 'x@example.com'))
  expect(payload).toContain('“&#60;img src=x onerror=alert(1)&#62; $&#38; {programName}”')
  expect(payload).not.toContain('<img')
})

test('words of the merchant are in the place of ours, as text', async () => {
  const words = {
    'pages.unsubscribe.save': '<i>Merken</i>',
    'widget.mails.kind.FRIEND_JOINED': 'Neue Leute',
  }
  await service.setProgram({ texts: { de: { words } } }, other.alias)
  const { payload } = await get(linkFor(other.alias, 'y@example.com'), 'de-DE')
  expect(payload).toContain('&#60;i&#62;Merken')
  expect(payload).toContain('<span>Neue Leute</span>')
  expect(payload).toContain('Welche E-Mails möchten Sie?')
})

test('an address chooses among the kinds that the program sends, and what it did not see stays as it was', async () => {
  const address = 'chooser@example.com'
  const link = linkFor(live.alias, address)
  await service.setProgram({
    emails: { fromAddress: 'a@example.com', kinds: ['FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING'] },
  })
  const boxes = (html: string) => [...html.matchAll(/name="keep_(\w+)"( checked)?/g)].map((it) => it.slice(1))
  expect(boxes((await get(link)).payload)).toEqual([
    ['FRIEND_JOINED', ' checked'],
    ['REWARD_EARNED', ' checked'],
    ['REWARD_EXPIRING', ' checked'],
  ])
  const saved = await post(link, 'action=save&keep_FRIEND_JOINED=on&keep_REWARD_EARNED=on')
  expect(saved.payload).toContain('<h1>Your choice is saved</h1>')
  expect(await out(live.alias, address)).toEqual(['REWARD_EXPIRING'])
  await service.setProgram({ emails: { fromAddress: 'a@example.com', kinds: ['FRIEND_JOINED'] } })
  expect(boxes((await get(link)).payload)).toEqual([
    ['FRIEND_JOINED', ' checked'],
    ['REWARD_EXPIRING', undefined],
  ])
  await post(link, 'action=save&keep_REWARD_EXPIRING=on')
  expect(await out(live.alias, address)).toEqual(['FRIEND_JOINED'])
  await post(link, 'List-Unsubscribe=One-Click')
  expect((await out(live.alias, address)).sort()).toEqual(['ALL', 'FRIEND_JOINED'])
  await post(link, 'action=subscribe')
  expect(await out(live.alias, address)).toEqual(['FRIEND_JOINED'])
})

test('the link of an invitation ends invitations alone, for ever, and opening it changes nothing', async () => {
  const address = 'invited@example.com'
  const link = `${linkFor(live.alias, address)}?about=invitations`
  const opened = await get(link, 'de')
  expect(opened.payload).toContain('<h1>Keine Einladungen mehr?</h1>')
  expect(opened.payload).toContain('?about=invitations">')
  expect(await out(live.alias, address)).toEqual([])
  for (const body of ['List-Unsubscribe=One-Click', 'action=subscribe']) {
    const { statusCode, payload } = await post(link, body)
    expect(statusCode).toBe(200)
    expect(payload).toContain('You get no more invitations')
    expect(payload).not.toContain('<form')
    expect(await out(live.alias, address)).toEqual(['INVITATION'])
  }
  await post(linkFor(live.alias, address), 'action=subscribe')
  expect(await out(live.alias, address)).toEqual(['INVITATION'])
})

describe('forged links', () => {
  const forged: [string, (token: string) => string][] = [
    ['another signature', (token) => `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`],
    ['another address', (token) => `${token.startsWith('AAAA') ? 'BBBB' : 'AAAA'}${token.slice(4)}`],
    ['a shorter token', (token) => token.slice(0, -1)],
    ['a longer token', (token) => `${token}A`],
    ['padding', (token) => `${token.slice(0, -1)}=`],
    ['other characters', (token) => `${token.slice(0, -1)}%00`],
    ['nothing in it', () => 'A'.repeat(64)],
  ]
  test.each(forged)('a forged link is 404 and changes nothing: %s', async (_what, forge) => {
    const link = linkFor(live.alias, 'forged@example.com')
    const token = link.split('/').at(-1) ?? ''
    const wrong = link.replace(token, forge(token))
    const before = await service.rows()
    for (const { statusCode, payload } of [await get(wrong), await post(wrong)]) {
      expect(statusCode).toBe(404)
      expect(payload).toContain('This link does not work')
    }
    expect(await service.rows()).toEqual(before)
  })

  test.each([other.alias, testMode.alias, 'nobody_there', '..', 'ACME'])(
    'a link for %s is 404 and changes nothing',
    async (alias) => {
      const link = linkFor(live.alias, 'forged@example.com').replace(live.alias, alias)
      expect((await get(link)).statusCode).toBe(404)
      expect((await post(link)).statusCode).toBe(404)
    },
  )
})

test('other methods and bodies that are too large are refused', async () => {
  const link = linkFor(live.alias, 'methods@example.com')
  expect((await app.inject({ method: 'DELETE', url: link })).statusCode).toBe(405)
  expect((await post(link, 'x'.repeat(5000))).statusCode).toBe(413)
  expect((await post(link, '{}', 'application/json')).statusCode).toBe(415)
  expect(await isOut(live.alias, 'methods@example.com')).toBe(false)
})

test('a link and a choice outlive a rotation of the secret key, and no other key finds either', () => {
  const [first, second] = [makeSecretKey(), makeSecretKey()]
  const keys = new SecretKeys([second])
  keys.use(second, { ...noRetiredKeys, ofMarks: first })
  const [before, rotated, stranger] = [first, keys, second].map((it) => {
    const other = { secretBox: createSecretBox(it), baseUrl: ctx.baseUrl }
    return [unsubscribeLink, addressHash].map((of) => of(other, live.alias, 'ada@example.com'))
  })
  expect(rotated).toEqual(before)
  expect(stranger).not.toContainEqual(before?.[1])
})
