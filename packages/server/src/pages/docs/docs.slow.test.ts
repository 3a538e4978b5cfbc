import { allEndpoints } from '@goodword/contract/all-endpoints'
import { errors } from '@goodword/contract/frame/errors'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { describe, expect, it } from 'vitest'
import { createFrame } from '../../frame/http/server/test-frame.ts'
import { serveDocs } from './docs.ts'

const BASE_URL = 'https://goodword.example.com'
const { app } = createFrame({ timeouts: { handlerMs: 60_000 } })
serveDocs(app, allEndpoints, BASE_URL, { siteFolder: temporaryFolder() })

describe('what the documentation knows of its service', () => {
  it('the examples get the address of this service, and the people of the demo where there is one, but no key', async () => {
    expect((await app.inject('/docs/here.json')).json()).toEqual({ baseUrl: BASE_URL, examples: null })
    const { app: withDemo } = createFrame()
    const examples = { alias: 'test_demo', accountId: 'acct_ada', userId: 'user_ada', referralCode: 'ADAQ7K' }
    serveDocs(withDemo, allEndpoints, BASE_URL, { examples })
    expect((await withDemo.inject('/docs/here.json')).json()).toEqual({ baseUrl: BASE_URL, examples })
  })

  it('the OpenAPI document comes with the address of this service and its release', async () => {
    const answer = await app.inject('/docs/openapi.json')
    expect(answer.json()).toMatchObject({
      openapi: '3.1.1',
      info: { version: expect.stringMatching(/^\d+[.]\d+[.]\d+/) },
      servers: [{ url: BASE_URL }],
    })
  })
})

describe('the page of errors', () => {
  it('the page of errors has an anchor for every code and a way back', async () => {
    const page = await app.inject('/docs/errors')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const code of Object.keys(errors)) expect(page.body).toContain(`<section id="${code}"`)
    expect(page.body).toContain('href="/docs/"')
  })

  it('the page of errors refers to nothing outside, and its policy allows nothing else', async () => {
    const { body, headers } = await app.inject('/docs/errors')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(body).not.toMatch(/(?:src|href)="(?!#|\/docs\/)/)
    expect(body).not.toMatch(/url\(|@import/)
  })
})
