import { runCommand } from '@goodword/server/testing/run-command'
import type { Page } from 'playwright-core'
import { expect, inject, test, vi } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { isFullRun, waitLimitMs } from '../testing/full-run.ts'
import { goodwordUrl } from '../testing/goodword.ts'

const browser = await launchBrowser()
const ALIAS = 'test_postal_story'

const views = [
  { colorScheme: 'light', viewport: { width: 1000, height: 700 } },
  { colorScheme: 'dark', viewport: { width: 1000, height: 700 } },
  { colorScheme: 'light', viewport: { width: 360, height: 640 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 640 } },
] as const

const request = await createProgram()

test('an e-mail can be read everywhere, and its link unsubscribes, subscribes again and chooses', async () => {
  const [mail] = await keptMails()
  const { content } = await request(`/mails/${mail?.id}`)
  expect(content.subject).toBe('Bob T. joined through your link')
  const link = /http\S+\/unsubscribe\/\S+/.exec(content.text)?.[0] ?? ''
  // Both themes and both widths, each with the other once; the full run has all four.
  for (const view of isFullRun ? views : [views[0], views[3]]) {
    const context = await browser.newContext({ ...view, locale: 'en-US' })
    const page = await context.newPage()
    const loaded: string[] = []
    page.on('request', (it) => void loaded.push(it.url()))
    await page.setContent(content.html)
    expect(await faultsOf(page)).toEqual([])
    expect(loaded).toEqual([])
    await page.goto(link)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    expect(await page.getByRole('status').textContent()).toContain('Done.')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await page.getByRole('heading', { name: 'You are subscribed again' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'A friend joined by my link' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Your choice is saved' }).waitFor()
    expect(await page.getByRole('checkbox').first().isChecked()).toBe(false)
    expect(await faultsOf(page)).toEqual([])
    await context.close()
  }
})

test('the page that messengers get of a share link can be read by people as well', async () => {
  const context = await browser.newContext({ userAgent: 'Twitterbot/1.0', ...views[3] })
  const page = await context.newPage()
  await page.goto(`${goodwordUrl()}/r/${ALIAS}/ADA`)
  await page.getByRole('heading', { name: /^A gift for you: / }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await context.close()
})

type Request = (path: string, body?: object, method?: string) => Promise<Answer>
// Each answer is looked at by what the test expects of it.
type Answer = {
  readonly version: number
  readonly mails: readonly { readonly id: string; readonly state: string }[]
  readonly content: { readonly subject: string; readonly text: string; readonly html: string }
}

async function createProgram(): Promise<Request> {
  const { output, errors } = await runCommand(inject('goodword').env, 'tenant', 'create', 'postal_story')
  expect(errors).toBe('')
  const { apiKey } = JSON.parse(output).test
  const request: Request = async (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await fetch(`${goodwordUrl()}/api/v1/${ALIAS}${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Answer
  }
  const emails = { fromAddress: 'rewards@example.com', kinds: ['FRIEND_JOINED'] }
  const { version } = await request('/program')
  await request(
    '/program',
    { version, name: 'Friends of <b>Postal</b>', landingPage: 'https://shop.example.com/', emails },
    'PUT',
  )
  const ada = { accountId: 'ada', id: 'ada', email: 'ada@example.com', firstName: 'Ada', referralCode: 'ADA' }
  await request('/user', ada)
  await request('/user', { accountId: 'bob', id: 'bob', firstName: 'Bob', lastName: 'Tester' })
  await request('/accountsync', { id: 'bob', referral: { code: 'ADA' } })
  return request
}

function keptMails(): Promise<Answer['mails']> {
  const kept = async () => {
    const { mails } = await request('/mails?state=KEPT')
    return mails.length > 0 && mails
  }
  return vi.waitUntil(kept, { timeout: waitLimitMs, interval: 100 })
}

/** The faults for people with a small screen or a screen reader. */
async function faultsOf(page: Page): Promise<string[]> {
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  return [...(await barriersOf(page)), ...(isTooWide ? ['too wide'] : [])]
}
