import { describe, expect, it } from 'vitest'
import { programDefaults } from './program.ts'
import { parseProgramSettings } from './program-settings.ts'

describe('program settings', () => {
  it('program settings take their defaults where nothing is said', () => {
    expect(parseProgramSettings({})).toEqual(programDefaults)
  })

  it('program settings are cleared by null where there can be nothing, and take the default elsewhere', () => {
    const settings = parseProgramSettings({
      referrerReward: null,
      cookieDays: null,
      maxReferrerRewards: null,
    })
    expect(settings.referrerReward).toBeNull()
    expect(settings.cookieDays).toBe(90)
    expect(settings).not.toHaveProperty('maxReferrerRewards')
  })

  it('program settings lose unknown fields', () => {
    const referredReward = { type: 'FEATURE', featureType: 'SEAT', quantity: 1 }
    const settings = parseProgramSettings({
      junk: 1,
      referredReward: { ...referredReward, junk: 2 },
      theme: { accentColor: '#ff0000', ink: 'red' },
      texts: { de: { title: 'Hallo', junk: 3 } },
    })
    const theme = { accentColor: '#ff0000' }
    const texts = { de: { title: 'Hallo' } }
    expect(settings).toEqual({ ...programDefaults, referredReward, theme, texts })
  })

  it('program settings leave what they were read from as it was', () => {
    const given = { cookieDays: null, junk: 1 }
    parseProgramSettings(given)
    expect(given).toEqual({ cookieDays: null, junk: 1 })
  })

  it.each([
    [{ cookieDays: 0 }, 'cookieDays'],
    [{ cookieDays: '90' }, 'cookieDays'],
    [{ currency: 'usd' }, 'currency'],
    [{ landingPage: 'javascript:alert(1)' }, 'landingPage'],
    [{ allowedOrigins: ['https://a.example/'] }, 'allowedOrigins.0'],
    [{ consentMode: 'maybe' }, 'consentMode'],
    [{ theme: { accentColor: 'red' } }, 'theme.accentColor'],
    [{ texts: { de: 'Hallo' } }, 'texts.de'],
    [{ referredReward: { type: 'PCT_DISCOUNT', discountPercent: 0.125 } }, 'referredReward.discountPercent'],
    [{ referredReward: { type: 'CREDIT' } }, 'referredReward'],
    [[], null],
    [null, null],
  ])('program settings refuse %j', (given, param) => {
    expect(() => parseProgramSettings(given)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', param }),
    )
  })
})
