import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { joinTeam } from './join-team.ts'
import { expectNoBarriersInFullRun } from './page-findings.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { fitsInWidth, openPortal } from './portal.ts'
import { EUR } from './running-portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()
const { tenant } = portal

const stored = () => tenant.requestOk('GET', '/program')
const save = (page: Page) => page.getByRole('button', { name: 'Save the program' }).click()
const openPart = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
const saved = (page: Page) => page.getByText('The program is saved.', { exact: true }).waitFor()

test('a reward is changed while example bills and a forecast follow, and wrong values are shown at their fields', async () => {
  const { page, faults } = await portal.visit(browser, 'program')
  const friend = page.getByRole('group', { name: 'The friend gets' })
  const bills = page.getByRole('table', { name: 'Bills of a friend' })
  await page.getByLabel('Price per month').fill('50')
  await friend.getByLabel('Discount').fill('30')
  const phone = page.getByRole('list', { name: 'What a friend sees' })
  await phone.getByRole('listitem').nth(3).getByText('€35.00').waitFor()
  await phone
    .getByText(/30% off/)
    .first()
    .waitFor()
  const greeting = phone.frameLocator('iframe[title="Preview of the greeting"]')
  await greeting
    .getByText(/30% off/)
    .first()
    .waitFor()
  await page.locator('#meaning').getByLabel('Language').click()
  await page.getByRole('option', { name: 'German', exact: true }).click()
  await phone
    .getByText(/30\s% Rabatt/)
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Example bills' }).click()
  await bills.getByRole('button', { name: '€35.00' }).first().click()
  await page.getByRole('dialog', { name: 'Bill of month 1' }).getByText('30% friend’s discount').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: 'A referrer who pays monthly' }).click()
  await page.getByRole('slider', { name: /^Friends who become customers/ }).fill('2')
  // €15 of credit each, of the first two friends.
  await page.getByText('€570.00 in the year, €30.00 saved').waitFor()
  // One free month for each friend, one after another.
  const referrer = page.getByRole('group', { name: /^The referrer gets/ })
  await referrer.getByLabel('Type').selectOption('A discount in percent')
  await referrer.getByLabel('Discount').fill('100')
  await referrer.getByLabel('Months').fill('1')
  const together = referrer.getByLabel('Together with others')
  expect(await together.inputValue()).toBe('ADD')
  await together.selectOption('One after another')
  await referrer.getByText(/the second discount waits until the first is used up\.$/).waitFor()
  await page.getByText('€500.00 in the year, €100.00 saved').waitFor()
  await page.getByRole('tab', { name: 'Forecast' }).click()
  expect(new URL(page.url()).search).toBe('?view=forecast')
  await page.getByText(/Your program: .* of 30 friends/).waitFor()
  await expectNoBarriersInFullRun(page)

  // An empty number keeps the program from being saved.
  await friend.getByLabel('Discount').fill('')
  await save(page)
  await expect.poll(() => focusedName(page)).toBe('referredReward.discountPercent')
  await friend.getByLabel('Discount').fill('30')
  await openPart(page, 'Links and pages')
  await page.getByLabel('Landing page').fill('no address')
  await openPart(page, 'Trust and fraud')
  await save(page)
  // The part with the wrong field opens.
  await expect.poll(() => focusedName(page)).toBe('landingPage')
  await page.getByText('Enter a whole address, such as https://www.example.com/welcome.').waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('links')
  await expectNoBarriersInFullRun(page)
  await page.getByLabel('Landing page').fill('https://shop.example.com/hello')
  await page.getByRole('button', { name: '3 unsaved changes' }).click()
  await page.getByRole('dialog', { name: '3 unsaved changes' }).getByText('30% off for 12 months').waitFor()
  await page.keyboard.press('Escape')
  await save(page)
  await saved(page)
  expect(await stored()).toMatchObject({
    referredReward: { discountPercent: 30, monthsDiscountIsValid: 12 },
    referrerReward: {
      ...{ type: 'PCT_DISCOUNT', discountPercent: 100 },
      ...{ monthsDiscountIsValid: 1, stacking: 'QUEUE' },
    },
    landingPage: 'https://shop.example.com/hello',
  })
  expect(faults).toEqual([])
})

test('changes of two people are joined, and unsaved ones are not left by accident', async () => {
  const { page, faults } = await portal.visit(browser, 'program?tab=general')
  await page.getByLabel('Name', { exact: true }).fill('<img src=x onerror=alert(1)>')
  await openPart(page, 'Links and pages')
  await page.getByLabel('Life of the tracking cookie').fill('45')
  const present = await stored()
  await tenant.requestOk('PUT', '/program', { ...present, name: 'مرحبا', referrerHoldDays: 14 })

  await page.getByRole('link', { name: 'Rewards', exact: true }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByText(/^2 changes of the program are not saved/).waitFor()
  await leaving.getByRole('button', { name: 'Cancel' }).click()

  await save(page)
  await page.getByRole('status').getByText('Someone else saved a change first.').waitFor()
  await page.getByRole('button', { name: 'See it and decide' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else saved a change first' })
  await conflict.getByRole('list', { name: 'Changes by someone else' }).getByText('14 days').waitFor()
  await expectNoBarriersInFullRun(page)
  await conflict.getByRole('radio', { name: 'Theirs: مرحبا' }).click()
  await conflict.getByRole('button', { name: 'Go on with both changes' }).click()
  await save(page)
  await saved(page)
  expect(await stored()).toMatchObject({ name: 'مرحبا', referrerHoldDays: 14, cookieDays: 45 })
  expect(faults).toEqual([])
})

test('a test program is compared with the live one, and what is chosen goes live', async () => {
  const ofLive = () => tenant.requestOk('GET', `/../${portal.live}/program`)
  await tenant.program({
    currency: EUR,
    landingPage: 'http://localhost:3000',
    allowedOrigins: ['http://localhost:3000'],
    cookieDays: 7,
  })
  const { page, faults } = await portal.visit(browser, 'program')
  await page.getByRole('button', { name: 'Compare with live' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare test with live' })
  await dialog.getByText('looks like a page of a test shop').waitFor()
  expect(await dialog.getByRole('checkbox', { name: 'Publish: Landing page' }).isChecked()).toBe(false)
  await expectNoBarriersInFullRun(page)
  await dialog.getByRole('button', { name: /^Publish \d+ settings?$/ }).click()
  await page.getByRole('button', { name: 'Publish to live' }).click()
  const published = page.getByText(/^Published[.]/).first()
  await published.waitFor()
  expect(await ofLive()).toMatchObject({
    currency: 'EUR',
    cookieDays: 7,
    landingPage: null,
    allowedOrigins: [],
  })
  expect(faults).toEqual([])
})

test('an analyst sees the program and its figures, and can change nothing', async () => {
  const { page, faults } = await joinTeam(portal, browser, 'analyst')
  await page.goto(addressOf(portal, 'program?compare=true'))
  await isLoaded(page)
  const dialog = page.getByRole('dialog', { name: 'Compare test with live' })
  await dialog.getByText('Only an owner or admin of the team may publish.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('You can look, and not change').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  expect(await page.getByRole('switch').isDisabled()).toBe(true)
  // The simulator changes nothing of the program.
  await page.getByRole('tab', { name: 'Example bills' }).click()
  await page.getByLabel('Price per month').fill('10')
  await page.getByRole('table', { name: 'Bills of a friend' }).getByText('€10.00').first().waitFor()
  await expectNoBarriersInFullRun(page)
  expect(faults).toEqual([])
})

test('the widget is shown as it will be before its look and texts are saved', async () => {
  const { page, faults } = await portal.visit(browser, 'widget')
  const preview = page.frameLocator('iframe[title="Preview of the widget"]')
  await preview.getByText('Waiting for the first payment.').first().waitFor()
  // Incomplete values are left out of the preview, whose policy would refuse them.
  await page.getByLabel('Logo').fill('javascript:alert(1)')
  await page.getByLabel('Accent colour', { exact: true }).fill('#ff')
  await page.getByLabel('Accent colour', { exact: true }).fill('#ffee00')
  await page.getByLabel('Logo').fill('')
  await page.getByText('People may not be able to read this colour').waitFor()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByText('People may not be able to read this colour').waitFor()
  await expect
    .poll(() => preview.locator('html').evaluate((it) => getComputedStyle(it).colorScheme))
    .toBe('dark')
  await page.getByRole('tab', { name: 'Texts' }).click()
  await page.getByText('Empty means: “Invite your friends”').waitFor()
  await page.getByLabel('Title').first().fill('<b>Two cups</b>')
  await preview.getByRole('heading', { name: '<b>Two cups</b>' }).waitFor()
  await expectNoBarriersInFullRun(page)
  await page.getByRole('tab', { name: 'All words' }).click()
  await page.getByRole('navigation', { name: 'Pages of words' }).getByRole('button', { name: 'Next' }).click()
  const ownLink = page.getByRole('textbox', { name: 'Copy link', description: 'widget.copyLink' })
  await ownLink.fill('{link}')
  await page.getByText('has the unknown placeholder {link}: it has none').waitFor()
  await page.getByLabel('Find a word').fill('retry')
  await page.getByRole('group', { name: 'To be corrected' }).waitFor()
  await page.getByLabel('Find a word').fill('copyLink')
  await page.getByRole('button', { name: 'Reset “Copy link”' }).click()
  await ownLink.fill('Take the link')
  await preview.getByRole('button', { name: 'Take the link' }).waitFor()
  await expectNoBarriersInFullRun(page)
  await save(page)
  await saved(page)
  expect(await stored()).toMatchObject({
    theme: { accentColor: '#ffee00' },
    texts: { en: { title: '<b>Two cups</b>', words: { 'widget.copyLink': 'Take the link' } } },
  })
  await page.getByRole('tab', { name: 'Put it on your page' }).click()
  await page.getByText(`tenant_alias: '${portal.alias}'`).first().waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await fitsInWidth(page)).toBe(true)
  expect(faults).toEqual([])
})

test('what friends see is shown as it will be: the greeting on a page, and a link in a message', async () => {
  await tenant.requestOk('PUT', '/program', { ...(await stored()), showReferrerName: true })
  const { page, faults } = await portal.visit(browser, 'widget?tab=look&preview=greeting')
  const greeting = page.frameLocator('iframe[title="Preview of the greeting"]')
  await greeting.getByText(/^Ada gives you/).waitFor()
  const background = () => greeting.locator('section').evaluate((it) => getComputedStyle(it).backgroundColor)
  await page.getByLabel('Background', { exact: true }).fill('#fff5e6')
  await expect.poll(background).toBe('rgb(255, 245, 230)')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(background).toBe('rgb(26, 23, 29)')

  await page.getByLabel('What is shown').selectOption('A link in a message')
  const card = page.frameLocator('iframe[title="Preview of a share link in a message"]')
  await card.getByText('Ada L. sent you this link.').waitFor()
  await page.getByLabel('What is shown').selectOption('An e-mail')
  await page.getByText('The program sends no e-mails').waitFor()
  await expectNoBarriersInFullRun(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await fitsInWidth(page)).toBe(true)
  expect(faults).toEqual([])
})

test('an e-mail is shown while e-mails are off, and as it will be before its texts are saved', async () => {
  const { page, faults } = await portal.visit(browser, 'home')
  await page.getByRole('link', { name: 'E-mails' }).click()
  await page.getByText('E-mails are off, so nothing is sent').waitFor()
  const mail = page.getByRole('article', { name: 'Preview of the e-mail' })
  await mail.getByText('Alex M. joined').first().waitFor()
  await page.getByLabel('Kind of e-mail').selectOption('Reward expires soon')
  await expect.poll(() => mail.textContent()).toContain('expires')
  await page.getByLabel('Kind of e-mail').selectOption('A friend joined')
  const html = page.frameLocator('iframe[title="The e-mail as HTML"]')
  await html.getByRole('heading', { level: 1 }).waitFor()
  const button = html.locator('a[style*="display:inline-block"]')
  expect(await button.evaluate((it) => getComputedStyle(it).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  expect(await mail.locator('pre').innerText()).toContain('http')
  await expectNoBarriersInFullRun(page)

  await page.getByRole('switch', { name: 'Send e-mails' }).click()
  await openPart(page, 'Texts')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.keyboard.type('German')
  await page.keyboard.press('Enter')
  await page.getByLabel('Subject').click()
  await page.keyboard.type('{friendName} ist dabei')
  await mail.getByText('Alex M. ist dabei').waitFor()
  expect(await mail.getAttribute('lang')).toBe('de')
  await page.getByLabel('Heading').click()
  await page.keyboard.type('{expiryDate}')
  await page.getByText('There is no preview of what is entered').waitFor()
  await save(page)
  // The sender is missing in the other part, which comes first.
  await page.getByRole('alert').getByText('Check 2 fields').waitFor()
  await expect.poll(() => focusedName(page)).toBe('emails.fromAddress')
  await expectNoBarriersInFullRun(page)
  await page.keyboard.type('rewards@example.com')
  await page
    .getByRole('alert')
    .getByRole('button', { name: /^Heading/ })
    .click()
  await expect.poll(() => focusedName(page)).toBe('emails.texts.de.FRIEND_JOINED.heading')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await save(page)
  await saved(page)
  expect(await stored()).toMatchObject({
    emails: {
      fromAddress: 'rewards@example.com',
      language: 'de',
      texts: { de: { FRIEND_JOINED: { subject: '{friendName} ist dabei' } } },
    },
  })
  // Previews during typing are no changes.
  expect(await tenant.requestOk('GET', '/audit?action=previewMail')).toMatchObject({ totalCount: 0 })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await fitsInWidth(page)).toBe(true)
  expect(faults).toEqual([])
})

test('a discount of 250 % is not sent, and is said once at its field and by name above the form', async () => {
  const { page, faults, requests } = await portal.visit(browser, 'program?view=bills')
  const before = await stored()
  const discount = page.getByRole('group', { name: 'The friend gets' }).getByLabel('Discount')
  await discount.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('250')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert')
  await summary.getByText('Check 1 field').waitFor()
  expect(await page.getByText('Enter 100 or less.').count()).toBe(1)
  await page.getByText('The bills are shown once the reward of this side can be saved.').waitFor()
  await expect.poll(() => focusedName(page)).toBe('referredReward.discountPercent')
  await expectNoBarriersInFullRun(page)
  await summary.getByRole('button', { name: 'Discount' }).press('Enter')
  await expect.poll(() => focusedName(page)).toBe('referredReward.discountPercent')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('25')
  await summary.waitFor({ state: 'hidden' })
  expect(requests.filter((it) => it.method() === 'PUT')).toEqual([])
  expect(await stored()).toEqual(before)
  expect(faults).toEqual([])
})

test('on a phone, each part of the program is at most half as long as the whole was, and the simulator can be reached', async () => {
  const { page } = await portal.visitAlone(browser, 'program', { viewport: { width: 390, height: 844 } })
  for (const part of ['Links and pages', 'Trust and fraud']) {
    await openPart(page, part)
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeLessThan(3000)
    expect(await fitsInWidth(page)).toBe(true)
  }
  await openPart(page, 'Rewards')
  await page.getByRole('link', { name: 'See what it means for bills' }).click()
  const top = () => page.getByLabel('Price per month').evaluate((it) => it.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(844)
})
