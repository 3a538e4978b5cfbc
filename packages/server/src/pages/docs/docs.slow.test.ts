import { allEndpoints } from '@goodword/contract/all-endpoints'
import { errors } from '@goodword/contract/frame/errors'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { describe, expect, it } from 'vitest'
import { createFrame } from '../../frame/http/server/test-frame.ts'
import { serveDocs } from './docs.ts'

const BASE_URL = 'https://goodword.example.com'
const { app } = createFrame({ timeouts: { handlerMs: 60_000 } })
serveDocs(app, allEndpoints, BASE_URL, { siteFolder: temporaryFolder() })

describe('the reference', () => {
  it('the reference is served with its reader from here alone', async () => {
    expect((await app.inject('/docs/api')).headers.location).toBe('/docs/api/')
    const page = await app.inject('/docs/api/')
    expect(page.statusCode).toBe(200)
    expect(page.body.match(/https?:\/\/[^"'\s]+/g)).toBeNull()
    const [, script] = /<script src="([^"]+)"/.exec(page.body) ?? []
    const bundle = await app.inject(`/docs/api/${script}`)
    expect(bundle.statusCode).toBe(200)
    expect(bundle.headers['content-type']).toMatch(/javascript/)
  })

  it('the reference lets the browser reach nothing else', async () => {
    for (const url of ['/docs/api/', '/docs/errors']) {
      const policy = `${(await app.inject(url)).headers['content-security-policy']}`
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("connect-src 'self'")
      expect(policy).not.toMatch(/https?:|\*/)
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe')
    }
  })

  it('the reference allows the styles of each page by a nonce of its own', async () => {
    const nonces = new Set<string>()
    for (let count = 0; count < 3; count += 1) {
      const { headers, body } = await app.inject('/docs/api/')
      const [, nonce = ''] = /'nonce-([^']{22,})'/.exec(`${headers['content-security-policy']}`) ?? []
      expect(body).toContain(`<style nonce="${nonce}">`)
      expect(headers['cache-control']).toBe('no-store')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  it('the reference sends its script in one encoding that was made once, and not again to a browser that has it', async () => {
    const url = '/docs/api/js/scalar.js'
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(packed.rawPayload.length).toBeLessThan(1_100_000)
    const again = await app.inject({ url, headers: { 'if-none-match': `${packed.headers.etag}` } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('the reference tries requests on the people of the demo where there is one', async () => {
    const { app: withDemo } = createFrame()
    const examples = { alias: 'test_demo', accountId: 'acct_ada', userId: 'user_ada', referralCode: 'ADAQ7K' }
    serveDocs(withDemo, allEndpoints, BASE_URL, { examples })
    const tried = (await withDemo.inject('/docs/api/reference.json')).body
    expect(tried).toContain('ADAQ7K')
    expect(tried).not.toMatch(/test_acme|acct_bob|user_bob|BOBT4K9QX/)
    expect((await withDemo.inject('/docs/openapi.json')).body).toContain('test_acme')
  })

  it('the reference comes as a document for machines, with the address of this service and its release', async () => {
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

  it('the page of errors refers to nothing outside', async () => {
    const { body } = await app.inject('/docs/errors')
    expect(body).not.toMatch(/(?:src|href)="(?!#|\/docs\/)/)
    expect(body).not.toMatch(/url\(|@import/)
  })
})
