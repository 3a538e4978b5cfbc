import { expect, test } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

async function preview(program: object, locale?: string) {
  return service.call('POST', '/program/preview', { body: { program, locale } })
}

const german = {
  landingPage: 'https://www.rad.example/start',
  referredReward: { type: 'PCT_DISCOUNT', discountPercent: 15, monthsDiscountIsValid: 6 },
  showReferrerName: true,
  theme: { accentColor: '#0b5cad' },
  texts: { de: { welcomeText: 'Der Code {code} steht schon im Formular.' } },
  preview: {
    de: { title: '15 % auf Ihr Rad', imageUrl: 'https://cdn.rad.example/rad.png', imageAlt: 'Ein Rad' },
  },
}

test('a preview has the greeting and the link card in the words, the language and the picture of settings that are not saved', async () => {
  const before = await service.call('GET', '/program')
  const { status, body } = await preview(german, 'de-AT')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    welcome: {
      reason: null,
      offer: {
        code: 'ADAT4K9QX',
        referrerName: 'Ada L.',
        texts: { direction: 'ltr', text: 'Der Code ADAT4K9QX steht schon im Formular.' },
      },
    },
    linkCard: {
      locale: 'de',
      title: '15 % auf Ihr Rad',
      siteName: 'rad.example',
      imageUrl: 'https://cdn.rad.example/rad.png',
      imageAlt: 'Ein Rad',
      isLarge: true,
    },
  })
  expect(JSON.stringify(body)).toMatch(/Ada schenkt Ihnen 15\s%|Ada schenkt dir 15\s%/)
  expect((await service.call('GET', '/program')).body).toEqual(before.body)
})

test('a preview shows friends and referrers the public name, and not the name of the program', async () => {
  const { body } = await preview({ name: 'Test 7', publicName: 'Acme Bikes' })
  const { linkCard, hostedPage } = body as { linkCard: { siteName: string }; hostedPage: { home: string } }
  expect(linkCard.siteName).toBe('Acme Bikes')
  expect(hostedPage.home).toContain('<header class="bar"><bdi>Acme Bikes</bdi>')
  expect(JSON.stringify(body)).not.toContain('Test 7')
})

test('a preview has no name where the program hides referrers, and has no offer while the program is off', async () => {
  const { body } = await preview({ showReferrerName: false, active: false })
  expect(JSON.stringify(body)).not.toContain('Ada')
  expect(body).toMatchObject({ welcome: { offer: null, reason: expect.any(String) } })
})

test('a preview has the page for referrers in the words, the language and the colors of settings that are not saved', async () => {
  const words = { 'hostedPage.signIn.title': '<b>Hallo</b>', 'widget.link': 'Dein Link' }
  const { body } = await preview({ ...german, texts: { de: { words } } }, 'de')
  const { signIn, home } = body.hostedPage as { readonly signIn: string; readonly home: string }
  expect(signIn).toContain('<h1>&#60;b&#62;Hallo')
  expect(signIn).toContain('<html lang="de" dir="ltr">')
  expect(home).toContain('Dein Link</label>')
  expect(home).toContain('/ADAT4K9QX"')
  expect(home).toContain('src="data:image/svg+xml;base64,')
  // A preview grows with its content, so nothing in it may grow with the window.
  expect(home).not.toContain('class="first-screen"')
  expect(home + signIn).toContain('--accent: rgb(11 92 173)')
  expect(home + signIn).not.toContain('<script')
})

test('a preview of settings that cannot be saved is refused, with the name of the field', async () => {
  const { status, body } = await preview({ theme: { accentColor: 'red' } })
  expect([status, body.param]).toEqual([400, 'program.theme.accentColor'])
})
