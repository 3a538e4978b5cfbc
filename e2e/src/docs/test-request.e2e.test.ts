import { runCommand } from '@goodword/server/testing/run-command'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor, type Visitor } from '../testing/visitor.ts'

const browser = await launchBrowser()
const reference = () => `${goodwordUrl()}/docs/reference/rewards`

test('a request of the reference is sent twice as two requests, with the program and the key that the reader typed', async () => {
  const apiKey = await createExampleProgram()
  const { page, context, faults } = await openVisitor(browser)
  const prompts = await watchPasswordPrompts(page, context)
  await page.goto(reference())
  await page.getByText('Examples with your program and key').click()
  await page.getByRole('textbox', { name: 'Alias of the program' }).fill('test_acme')
  const key = page.getByRole('textbox', { name: 'API key' })

  await key.fill('gw_test_wrong')
  expect((await send(page)).status).toBe(401)
  expect(prompts).toEqual([])

  await key.fill(apiKey)
  const first = await send(page)
  const second = await send(page)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.key).not.toBe(second.key)
  expect(first.id).not.toBe(second.id)
  await page.getByRole('status').filter({ hasText: second.id }).waitFor()
  expect(faults.filter((it) => !it.includes('401'))).toEqual([])
})

test('every example of a page has the address of the service, and the key of the reader until the tab is closed', async () => {
  const { page, context } = await openVisitor(browser)
  await page.goto(`${goodwordUrl()}/docs/guides/quick-start`)
  const code = page.locator('.vp-doc')
  await expect.poll(() => code.textContent()).toContain(`API=${goodwordUrl()}/api/v1/test_acme`)
  expect(await code.textContent()).not.toContain('http://127.0.0.1:4000')
  await page.getByText('Examples with your program and key').click()
  await page.getByRole('textbox', { name: 'Alias of the program' }).fill('test_harbour')
  await page.getByRole('textbox', { name: 'API key' }).fill('gw_test_mine')
  await page.reload()
  await expect.poll(() => code.textContent()).toContain(`KEY=gw_test_mine    #`)
  expect(await code.textContent()).toContain(`API=${goodwordUrl()}/api/v1/test_harbour`)
  expect(await code.textContent(), 'a key for tests in a live program').toContain('gw_live_R5Gk…')

  const other = await context.newPage()
  await other.goto(`${goodwordUrl()}/docs/guides/quick-start`)
  await other.getByText('Examples with your program and key').waitFor()
  expect(await other.locator('.vp-doc').textContent()).not.toContain('gw_test_mine')
})

test('the language of one tab is that of all, also on the next page', async () => {
  const { page } = await openVisitor(browser)
  await page.goto(`${goodwordUrl()}/docs/guides/quick-start`)
  const shownCode = page.locator('.vp-code-group .active')
  const languages = () =>
    shownCode.evaluateAll((them) => [
      ...new Set(them.map((it) => it.className.replace(/^.*language-(\w+).*$/, '$1'))),
    ])
  await page.locator('.vp-code-group label', { hasText: 'Python' }).nth(2).click()
  await expect.poll(languages).toEqual(['py'])
  await page.goto(reference())
  await expect.poll(languages).toEqual(['py'])
})

/** The program and the account that the examples of the reference name; their test program's key. */
async function createExampleProgram(): Promise<string> {
  const { output, errors } = await runCommand(inject('goodword').env, 'tenant', 'create', 'acme')
  expect(errors).toBe('')
  const { apiKey } = JSON.parse(output).test
  const { status } = await fetch(`${goodwordUrl()}/api/v1/test_acme/user`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: 'acct_carol', id: 'user_carol' }),
  })
  expect(status).toBe(200)
  return apiKey
}

/** The addresses for which the browser would open its own dialog for a password. */
async function watchPasswordPrompts(page: Page, context: Visitor['context']): Promise<readonly string[]> {
  const prompts: string[] = []
  const session = await context.newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId }) => session.send('Fetch.continueRequest', { requestId }))
  session.on('Fetch.authRequired', ({ requestId, request }) => {
    prompts.push(request.url)
    void session.send('Fetch.continueWithAuth', {
      requestId,
      authChallengeResponse: { response: 'CancelAuth' },
    })
  })
  await session.send('Fetch.enable', { handleAuthRequests: true })
  return prompts
}

async function send(page: Page) {
  const answered = page.waitForResponse((it) => it.url().endsWith('/api/v1/test_acme/rewards'))
  // The second operation of the page creates a reward.
  await page.getByRole('button', { name: 'Send this request' }).nth(1).click()
  const response = await answered
  const key = await response.request().headerValue('idempotency-key')
  return { status: response.status(), key, id: (await response.json()).id }
}
