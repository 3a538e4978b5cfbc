import { runCommand } from '@goodword/server/testing/run-command'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { betweenWidths, expectNoBarriersInFullRun } from './page-findings.ts'
import { addressOf, navigateTo } from './page-state.ts'
import { fitsInWidth, openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()
const { tenant } = portal

const markup = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '</title><svg/onload=alert(1)>',
] as const

test('the program of another merchant looks the same as one that does not exist', async () => {
  const { code, errors } = await runCommand(portal.env, 'tenant', 'create', 'stranger')
  expect([code, errors]).toEqual([0, ''])
  const { page, requests, faults } = await portal.visit(browser, 'home')
  const texts: string[] = []
  for (const path of ['stranger/home', 'test_stranger/users', 'unknown/home', 'unknown/settings?tab=team']) {
    await page.goto(`${portal.url}/portal/${path}`)
    await page.getByRole('heading', { name: 'You have no access to this program' }).waitFor()
    texts.push(await page.locator('body').innerText())
  }
  expect(new Set(texts).size).toBe(1)
  expect(
    requests.map((it) => it.url()).filter((it) => /api\/v1\/(stranger|test_stranger|unknown)/.test(it)),
  ).toEqual([])
  // A person can call addresses that pages do not link: their answers must not differ either.
  const answers = await page.evaluate(
    (aliases) =>
      Promise.all(
        aliases.map(async (it) => {
          const answer = await fetch(`/api/v1/${it}/users`)
          const { apiErrorCode, message } = await answer.json()
          return [answer.status, apiErrorCode, message.replaceAll(it, 'alias')]
        }),
      ),
    ['stranger', 'test_stranger', 'unknown'],
  )
  expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1)
  expect(faults).toEqual([])
})

test('long, foreign and hostile texts fit on every list and detail, and run nothing', async () => {
  const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(8).slice(0, 256)
  const longEmail = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}example`
  const people = [
    { firstName: longName, lastName: longName, email: longEmail },
    { firstName: 'محمد بن موسى', lastName: '\u202Eالخوارزمي', email: 'rtl@example.com' },
    ...markup.map((text, index) => ({
      firstName: text,
      lastName: text,
      email: `markup${index}@example.com`,
    })),
  ]
  for (const [index, person] of people.entries()) {
    const id = `acct_${person.firstName.slice(0, 200)}`
    const code = await tenant.user(id, person)
    await tenant.friend(`friend_${index}_${person.firstName.slice(0, 200)}`, code)
    await tenant.give(id, { type: 'FEATURE', featureType: person.firstName.slice(0, 200), quantity: 1 })
    if (index < 2) {
      const { id: referral } = await tenant.referral(
        encodeURIComponent(`friend_${index}_${person.firstName.slice(0, 200)}`),
      )
      await tenant.moderate('PEND', String(referral))
    }
  }
  const [widest] = people
  const first = `acct_${longName.slice(0, 200)}`
  const { id: referralId } = await tenant.referral(`friend_0_${longName.slice(0, 200)}`)
  await tenant.requestOk(
    'POST',
    '/webhooks',
    { url: `https://127.0.0.1/${'p'.repeat(1500)}`, description: markup.join(' ') },
    'long-webhook',
  )
  const { version, ...program } = await tenant.requestOk('GET', '/program')
  await tenant.requestOk('PUT', '/program', { ...program, version, name: longName.slice(0, 250) })
  const paths = [
    'home',
    'users',
    `users/${first}/${first}_user`,
    `users/${encodeURIComponent(`acct_${markup[1]}`)}/${encodeURIComponent(`acct_${markup[1]}_user`)}`,
    'referrals',
    `referrals/${referralId}`,
    'rewards',
    'review',
    'webhooks',
    'settings?tab=security',
    'program',
  ]
  const { page, faults } = await portal.visit(browser, 'home')
  page.on('dialog', () => expect.fail('a text of a person was run'))
  const findings: string[] = []
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await navigateTo(page, addressOf(portal, path))
    for (const width of [1280, 390, ...betweenWidths]) {
      await page.setViewportSize({ width, height: 800 })
      if (!(await fitsInWidth(page))) findings.push(`${path}: wider than ${width}`)
    }
    await expectNoBarriersInFullRun(page, barriersOf)
  }
  expect(findings).toEqual([])
  await navigateTo(page, addressOf(portal, 'users'))
  await page.getByText(String(widest?.email)).waitFor()
  await page.getByRole('link', { name: new RegExp(`^${escaped(markup[1])}`) }).waitFor()
  expect(await injected(page)).toBe(0)
  expect(faults).toEqual([])
})

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Elements that a text would have made, had it been taken for markup. */
function injected(page: Page): Promise<number> {
  return page.locator('img[src="x"], svg[onload], script:not([src])').count()
}
