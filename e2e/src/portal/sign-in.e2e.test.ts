import { afterAll, expect, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { startGoodword } from '../testing/start-goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { OWNER, welcomeToken } from './running-portal.ts'

const browser = await launchBrowser()
const { url, env, stop } = await startGoodword({ RATE_LIMITS: 'off' })
afterAll(() => stop())

test('the first owner creates a program, signs out, and signs in again to where they wanted to go', async () => {
  const { page, faults, context } = await openVisitor(browser)
  await page.goto(`${url}/portal/`)
  await page.getByText('There is no account yet').waitFor()

  await page.goto(`${url}/portal/welcome?token=${welcomeToken(env)}`)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password').fill('short')
  await page.getByLabel('Company').fill('Ärger & Söhne')
  await expect.poll(() => page.getByLabel('Program alias').inputValue()).toBe('a_rger_so_hne')
  await page.getByLabel('Program alias').fill('acme')
  await page.getByRole('button', { name: 'Create the program' }).click()
  await page.getByRole('alert').waitFor()
  // The field that the service names has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Create the program' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal/test_acme/home')
  await page.getByText('Test mode', { exact: true }).waitFor()

  await page.getByRole('button', { name: `Account of ${OWNER.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()

  await page.goto(`${url}/portal/test_acme/referrals?status=ENDED`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password').fill('a wrong password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  expect(await barriersOf(page)).toEqual([])
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Referrals' }).waitFor()
  expect(page.url()).toBe(`${url}/portal/test_acme/referrals?status=ENDED`)

  // The session ends while the page is open.
  await context.clearCookies()
  await page.getByRole('link', { name: 'Participants' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(page.url()).searchParams.get('from')).toBe('/portal/test_acme/participants')
  expect(faults.filter((it) => !it.startsWith('Failed to load resource'))).toEqual([])
})

test.each([
  ['welcome', 'The service prints a new one at each start'],
  ['enter', 'The service prints a new one at each start'],
] as const)('an unknown link to %s says how to get another', async (name, remedy) => {
  const { page } = await openVisitor(browser)
  await page.goto(`${url}/portal/${name}?token=unknown`)
  await page.getByText(remedy).waitFor()
  expect(await barriersOf(page)).toEqual([])
})
