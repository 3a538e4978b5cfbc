import { describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const code = await service.addUser('alice')

const lookUp = (text: string, options = {}) =>
  service.call('GET', `/open/code/${encodeURIComponent(text)}/cookie`, options)

describe('GET open/code/{code}/cookie', () => {
  test('the look-up says what a browser may remember, by the service’s clock, and takes no key', async () => {
    const { status, body } = await lookUp(` ${code.toLowerCase()} `)
    expect(status).toBe(200)
    expect(body).toEqual({
      name: '_gw_acme',
      value: `${code}.${Math.floor(service.clock.now / 1000)}`,
      maxAgeSeconds: 90 * 86_400,
      consentMode: 'granted',
    })
  })

  test('the look-up keeps to the window and the consent of the program', async () => {
    for (const consentMode of ['required', 'cookieless', 'granted'] as const) {
      await service.setProgram({ cookieDays: 3, consentMode })
      expect((await lookUp(code)).body).toMatchObject({ maxAgeSeconds: 3 * 86_400, consentMode })
    }
    await service.setProgram({})
  })

  test.each([unknownCode(), 'A', 'x'.repeat(65), '<script>', '\u0000'])(
    '%j is no code of this program: nothing is to be remembered of it',
    async (text) => {
      expect((await lookUp(text)).body).toMatchObject({ statusCode: 404, param: 'code' })
    },
  )

  test('a code of another program is none of this one, and none is while the program is off', async () => {
    expect((await lookUp(code, { alias: service.other.alias })).status).toBe(404)
    await service.setProgram({ active: false })
    expect((await lookUp(code)).status).toBe(404)
    await service.setProgram({})
  })

  test('pages of the listed origins may read it, and it sets no cookie', async () => {
    await service.setProgram({ allowedOrigins: ['https://shop.example.com'] })
    const from = async (origin: string) => (await lookUp(code, { headers: { origin } })).headers
    const listed = await from('https://shop.example.com')
    expect(listed['access-control-allow-origin']).toBe('https://shop.example.com')
    expect(listed).not.toHaveProperty('set-cookie')
    expect(await from('https://elsewhere.example.com')).not.toHaveProperty('access-control-allow-origin')
    await service.setProgram({})
  })
})
