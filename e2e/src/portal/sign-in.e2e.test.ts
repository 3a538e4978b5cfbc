import { once } from 'node:events'
import { createServer } from 'node:net'
import { makeEnvironment } from '@goodword/server/testing/program'
import { withoutTimeouts } from '@goodword/server/testing/without-timeouts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { barriersOf } from '../testing/accessibility.ts'
import { launchBrowser } from '../testing/browser.ts'
import { startInProcess } from '../testing/start-in-process.ts'
import { openVisitor } from '../testing/visitor.ts'
import { expectNoBarriersInFullRun } from './page-findings.ts'
import { welcomeTokenIn } from './prepared-portal.ts'
import { OWNER } from './running-portal.ts'

const browser = await launchBrowser()
withoutTimeouts()
const { url, env, stop } = await startInProcess(await makeEnvironment(), { RATE_LIMITS: 'off' })
afterAll(stop)

test('the first owner creates a program, signs out, and signs in again to where they wanted to go', async () => {
  const { page, faults, context, requests } = await openVisitor(browser)
  await page.goto(`${url}/portal/`)
  await page.getByText('There is no account yet').waitFor()

  await page.goto(`${url}/portal/welcome?token=${await welcomeTokenIn(env)}`)
  // Empty fields are named; nothing is sent.
  await page.getByRole('button', { name: 'Create the program' }).click()
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password').fill('short')
  await page.getByLabel('Company').fill('Ärger & Söhne')
  await expect.poll(() => page.getByLabel('Program alias').inputValue()).toBe('arger_sohne')
  await page.getByLabel('Program alias').fill('acme')
  await page.getByRole('button', { name: 'Create the program' }).click()
  // A password that is too short is not sent either: its field says so, and has the focus.
  await page.getByText('Enter at least 12 characters.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Create the program' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const sent = requests.filter((it) => it.method() === 'POST' && it.url().endsWith('/portal/welcome'))
  expect(sent).toHaveLength(1)
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
  await expectNoBarriersInFullRun(page, barriersOf)
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Referrals' }).waitFor()
  expect(page.url()).toBe(`${url}/portal/test_acme/referrals?status=ENDED`)

  // The session ends while the page is open: a link that is followed later leads to the sign-in and back.
  await context.clearCookies()
  await page.goto(`${url}/portal/test_acme/users`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(page.url()).searchParams.get('from')).toBe('/portal/test_acme/users')
  expect(faults.filter((it) => !it.startsWith('Failed to load resource'))).toEqual([])
})

test('a passkey is added, signs in without a password, and opens nothing once it is deleted', async () => {
  // A passkey belongs to a host name, so this service has one.
  const port = await freePort()
  const home = `http://localhost:${port}`
  const settings = { RATE_LIMITS: 'off', PORT: String(port), BASE_URL: home }
  const service = await startInProcess(await makeEnvironment(), settings)
  onTestFinished(() => service.stop())
  const { page, faults, context } = await openVisitor(browser)
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${home}/portal/welcome?token=${await welcomeTokenIn(service.env)}`)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByLabel('Company').fill('Acme')
  await page.getByRole('button', { name: 'Create the program' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()

  await page.goto(`${home}/portal/account`)
  await page.getByLabel('Name of a new passkey').fill('Laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('listitem').getByText('Laptop').waitFor()
  await expectNoBarriersInFullRun(page, barriersOf)
  const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

  const signOut = async () => {
    await page.goto(`${home}/portal/`)
    await page.getByRole('button', { name: `Account of ${OWNER.name}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }
  await signOut()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()

  await page.goto(`${home}/portal/account`)
  await page.getByRole('button', { name: 'Delete the passkey Laptop' }).click()
  await page.getByRole('button', { name: 'Delete the passkey', exact: true }).click()
  await page.getByRole('listitem').getByText('Laptop').waitFor({ state: 'detached' })
  await signOut()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(faults.filter((it) => !it.startsWith('Failed to load resource'))).toEqual([])
})

test('at an IP address, the account page says why there are no passkeys', async () => {
  const { page } = await openVisitor(browser)
  await page.goto(`${url}/portal/sign-in`)
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password').fill(OWNER.password)
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.goto(`${url}/portal/account`)
  await page.getByText('Passkeys belong to a host name').waitFor()
})

/** A port that nothing listens on now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : expect.fail('no port')
}

test.each([
  ['welcome', 'The service prints a new one at each start'],
  ['enter', 'The service prints a new one at each start'],
] as const)('an unknown link to %s says how to get another', async (name, remedy) => {
  const { page } = await openVisitor(browser)
  await page.goto(`${url}/portal/${name}?token=unknown`)
  await page.getByText(remedy).waitFor()
  await expectNoBarriersInFullRun(page, barriersOf)
})
