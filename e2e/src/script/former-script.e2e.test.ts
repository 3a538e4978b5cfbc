import { signUser } from '@goodword/server/testing/sign'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram, goodwordUrl } from '../testing/goodword.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const site = await openSite({
  '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<h1>Shop</h1><div id="squatchembed"></div></html>`,
})
const { live } = await createProgram(`${site.origin}/`)
await live.program({ landingPage: `${site.origin}/`, legacyClients: true })

type PageCall = {
  readonly method: 'GET' | 'PUT'
  readonly url: string
  readonly user?: object
  readonly jwt?: string
}

/** The requests of squatch-js: `doGet` and `doPut` in src/utils/io.ts of github.com/saasquatch/squatch-js, at c422ea1. */
async function send({ method, url, user, jwt }: PageCall): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(method === 'PUT' ? { 'X-SaaSquatch-Referrer': window.location.href } : {}),
      ...(jwt === undefined ? {} : { 'X-SaaSquatch-User-Token': jwt }),
    },
    ...(user === undefined ? {} : { body: JSON.stringify(user) }),
  })
  return response.json()
}

/** Writes a widget into a frame as `load` in src/widgets/EmbedWidget.ts does. */
function embed(template: string): void {
  const frame = document.createElement('iframe')
  frame.src = 'about:blank'
  frame.width = '100%'
  document.querySelector('#squatchembed')?.append(frame)
  const page = frame.contentWindow?.document
  page?.open()
  page?.write(template)
  page?.close()
}

test('a page of the former script gets the code of a share link, is attributed by it, and shows our widget', async () => {
  const code = await live.user('ada')
  const { page, faults } = await openVisitor(browser)
  await page.goto(`${goodwordUrl()}/r/${live.alias}/${code}`)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('refCode')).toBe(code)
  // The script stores it as it is.
  const cookies = String(searchParams.get('_saasquatch'))

  const cookieUrl = `${goodwordUrl()}/a/${live.alias}/widgets/squatchcookiejson?cookies=${cookies}`
  expect(await page.evaluate(send, { method: 'GET', url: cookieUrl } as const)).toEqual({ codes: [code] })

  const person = { id: 'bob/1', accountId: 'bob', firstName: 'Bob', email: 'bob@example.com' }
  const path = `/api/v1/${live.alias}/widget/account/bob/user/bob%2F1/upsert`
  const answer = await page.evaluate(send, {
    method: 'PUT',
    url: `${goodwordUrl()}${path}?engagementMedium=EMBED&widgetType=REFERRER_WIDGET&locale=en_US`,
    user: { ...person, cookies },
    jwt: signUser(live.signingKey, person),
  } as const)
  expect(answer.user).toMatchObject({ ...person, referralCode: expect.any(String) })
  await page.evaluate(embed, String(answer.template))
  await page.frameLocator('#squatchembed iframe').frameLocator('iframe').getByLabel('Your link').waitFor()

  const { referral } = await live.requestOk('GET', '/account/bob')
  expect(referral).toMatchObject({ code, status: 'IN_PROGRESS' })
  expect(faults).toEqual([])
})

test('a signature of the former service reaches the page as an error that it can read', async () => {
  const { page } = await openVisitor(browser)
  await page.goto(site.origin)
  const user = { id: 'eve', accountId: 'eve' }
  const url = `${goodwordUrl()}/api/v1/${live.alias}/widget/account/eve/user/eve/upsert`
  const jwt = signUser(live.apiKey, user)
  expect(await page.evaluate(send, { method: 'PUT', url, user, jwt } as const)).toMatchObject({
    ...{ statusCode: 401, apiErrorCode: 'SIGNATURE_INVALID', rsCode: 'RS032' },
  })
})
