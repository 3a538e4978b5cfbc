import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

test('a start without a demo says where it is and how to make a tenant', () => {
  const lines = greeting({
    baseUrl: 'https://refer.example.com',
    location: null,
    demo: null,
    shop: null,
    gateway: null,
    portal: { welcome: 'https://refer.example.com/portal/welcome?token=T', demo: null },
  })
  expect(lines.join('\n')).toContain('ready at https://refer.example.com\n')
  expect(lines.join('\n')).toContain('https://refer.example.com/docs')
  expect(lines).toContain('  https://refer.example.com/portal/welcome?token=T')
  expect(lines.join('\n')).toContain('tenant create acme')
})
