import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { allPages, furtherViews } from './all-pages.ts'
import { joinTeam } from './join-team.ts'
import { expectNoBarriersInFullRun } from './page-findings.ts'
import { addressOf, isLoaded, navigateTo } from './page-state.ts'
import { openPortal } from './portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()
const { tenant } = portal

const { webhooks } = await tenant.requestOk('GET', '/webhooks')
const [webhook] = Object(webhooks)
const { id: referralId } = await tenant.referral('acct_friend_2')
const { version, ...program } = await tenant.requestOk('GET', '/program')
await tenant.requestOk('PUT', '/program', {
  ...program,
  version,
  emails: { fromAddress: 'rewards@example.com', kinds: ['FRIEND_JOINED'], language: 'en' },
})

const details = [`referrals/${referralId}`, 'widget?tab=texts', 'widget?tab=page', 'program?compare=true']
const ownPages = ['/account', '/sign-in', '/reset-password', '/welcome?token=unknown']

/** Pages that a role without writing may not read, with the reason. */
const closed = {
  'install?tab=keys': 'Keys give your servers access',
  'install?tab=notifications': 'what the payment processor knows about customers',
  webhooks: 'Webhooks send data to other systems',
  [`webhooks/${webhook.id}`]: 'Webhooks send data to other systems',
  transfers: 'owners and admins of the team import and export them',
  'transfers?tab=imports&import=019c13ec-9e00-7000-854b-b3ee23565fa4': 'owners and admins of the team import',
  'settings?tab=team': 'who has access to this program',
  'settings?tab=domains': 'where share links lead',
  'settings?tab=security': 'who changed what',
  'settings?tab=danger': 'data is erased for good',
  emails: 'Only owners and admins of the team can preview e-mails',
}

const pages = [...allPages, ...furtherViews, ...details, ...Object.keys(closed)].filter(
  (it, index, all) => !ownPages.includes(it) && all.indexOf(it) === index,
)

/** Controls that change nothing that is stored. */
const looking =
  /^(Copy|Next|Previous|First page|Clear|Close|Compare with live|Choose|Show|Range|Your website|€|What|Read|Preview|More (?:about|filters)|Language|English)/

/** The enabled controls in the content of the page, without tabs, filters and controls that only read. */
async function controlsOf(page: Page): Promise<readonly string[]> {
  const names = await page
    .locator('main button:enabled, main [role="switch"]:enabled, main input[type="checkbox"]:enabled')
    .evaluateAll((all) =>
      all
        .filter((it) => it.getAttribute('role') !== 'tab' && it.closest('dialog') === null)
        // Headers sort, and filters by person open a search.
        .filter((it) => it.closest('th') === null && it.closest('search [aria-haspopup]') === null)
        // To choose a figure is to look at its chart.
        .filter((it) => it.closest('[aria-label="Figures, each with its chart"]') === null)
        // To choose a referral is to look at it.
        .filter((it) => it.closest('[aria-label="Waiting rewards"]') === null)
        .map(
          (it) => it.getAttribute('aria-label') ?? it.closest('label')?.textContent ?? it.textContent ?? '',
        ),
    )
  return [...new Set(names.map((it) => it.trim()))].filter((it) => !looking.test(it))
}

/** The controls of each page for a person, and the requests that were refused for lack of a right. */
async function walk(page: Page) {
  const refused: string[] = []
  page.on('response', (it) => it.status() === 403 && refused.push(it.url()))
  const controls = new Map<string, readonly string[]>()
  await page.goto(addressOf(portal, '/account'))
  await isLoaded(page)
  for (const path of pages) {
    await navigateTo(page, addressOf(portal, path))
    controls.set(path, await controlsOf(page))
    const reason = closed[path]
    if (reason !== undefined && (await page.getByText(reason).count()) === 0)
      refused.push(`no reason at ${path}`)
  }
  return { refused, controls }
}

test('an analyst can read every page, is offered nothing that changes it, and sees why some pages are closed', async () => {
  const { page, faults } = await joinTeam(portal, browser, 'analyst')
  const { refused, controls } = await walk(page)
  expect(refused).toEqual([])
  expect([...controls].filter(([, names]) => names.length > 0)).toEqual([])
  expect(faults).toEqual([])
  await navigateTo(page, addressOf(portal, 'review'))
  await page.getByText('Your role can look and not decide.').waitFor()
  await page.getByRole('list', { name: 'Waiting rewards' }).getByRole('button').first().focus()
  await page.keyboard.press('a')
  expect(await page.getByRole('list', { name: 'Waiting rewards' }).getByRole('listitem').count()).toBe(2)
  await expectNoBarriersInFullRun(page)
  await navigateTo(page, addressOf({ ...portal, alias: portal.live }, 'home'))
  const reporting = page.getByRole('listitem').filter({ hasText: 'Let your server report sign-ups' })
  await reporting.getByText('For owners and admins').waitFor()
  expect(await page.getByRole('link', { name: 'Create an API key' }).count()).toBe(0)
})

test('a reviewer decides about referrals and blocks accounts, and is offered nothing else', async () => {
  const { page, faults } = await joinTeam(portal, browser, 'reviewer')
  const { refused, controls } = await walk(page)
  expect(refused).toEqual([])
  const offered = [...controls].filter(([, names]) => names.length > 0)
  const person = 'users/acct_ada/acct_ada_user'
  expect(offered.map(([path]) => path)).toEqual([
    person,
    'accounts/acct_dana',
    'review',
    `referrals/${referralId}`,
  ])
  const others = offered.flatMap(([, names]) => names).filter((it) => !/^(Approve|Deny|Hold|Block$)/.test(it))
  expect(others).toEqual([])
  await navigateTo(page, addressOf(portal, 'review'))
  const queue = page.getByRole('list', { name: 'Waiting rewards' })
  await page.getByRole('button', { name: /^Approve / }).click()
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(2)
  expect(faults).toEqual([])
})

test('an owner is offered what the others are not', async () => {
  const { page } = await portal.visit(browser, 'home')
  const names = new Map<string, readonly string[]>()
  for (const path of ['users/acct_ada/acct_ada_user', 'rewards', 'webhooks', 'transfers', 'program']) {
    await navigateTo(page, addressOf(portal, path))
    names.set(path, await controlsOf(page))
  }
  expect([...names.values()].flat()).toEqual(
    expect.arrayContaining(['Give a reward', 'Redeem credit', 'Add a webhook', 'Import a file']),
  )
  expect([...names.values()].every((it) => it.length > 0)).toBe(true)
})
