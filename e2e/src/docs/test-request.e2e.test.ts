import { runCommand } from '@goodword/server/testing/run-command'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { goodwordUrl } from '../testing/goodword.ts'
import { openVisitor, type Visitor } from '../testing/visitor.ts'

const browser = await launchBrowser()
const path = '/api/v1/{tenantAlias}/rewards'

test('a write of the reference is sent twice as two requests, and without a key no password is asked for', async () => {
  const apiKey = await createExampleProgram()
  const { page, context } = await openVisitor(browser)
  const prompts = await watchPasswordPrompts(page, context)
  await page.goto(`${goodwordUrl()}/docs/api/`)

  await openRequest(page)
  expect((await send(page)).status).toBe(401)
  expect(prompts).toEqual([])

  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(apiKey)
  const first = await send(page)
  const second = await send(page)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.key).not.toBe(second.key)
  expect(first.id).not.toBe(second.id)
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

async function openRequest(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Rewards', exact: true }).first().click()
  await page.locator(`a[href="#tag/rewards/POST${path}"]`).first().click()
  await page.getByRole('button', { name: /^Test Request\s*[(]post .*[/]rewards[)]$/ }).click()
}

async function send(page: Page) {
  const answered = page.waitForResponse((it) => it.url().endsWith('/api/v1/test_acme/rewards'))
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
  const response = await answered
  const key = await response.request().headerValue('idempotency-key')
  return { status: response.status(), key, id: (await response.json()).id }
}
