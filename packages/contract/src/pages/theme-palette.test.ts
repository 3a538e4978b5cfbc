import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BLACK, type Color, contrast, inkOn, parseColor, readable, WHITE } from './color.ts'
import { paletteOf } from './theme-palette.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((it) => `#${it.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#0000ff', '#ffffff', 8.59],
  ])('the contrast of %s on %s is %d', (one, other, wanted) => {
    expect(contrast(parseColor(one), parseColor(other))).toBeCloseTo(wanted, 2)
  })

  test('the contrast of the better ink is enough for text on any color', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const background = parseColor(color)
        expect(contrast(inkOn(background), background)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2000 },
    )
  })
})

test('a color that reads already stays as it is', () => {
  const color: Color = [52, 81, 209]
  expect(readable(color, [WHITE], 4.5)).toEqual(color)
  expect(readable(color, [BLACK], 4.5)).not.toEqual(color)
})

test('with any colors, text is readable and controls are visible', () => {
  const theme = fc.record(
    {
      colorScheme: fc.constantFrom('auto' as const, 'light' as const, 'dark' as const),
      accentColor: hex,
      backgroundColor: hex,
      darkBackgroundColor: hex,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(theme, fc.boolean(), (chosen, prefersDark) => {
      const palette = paletteOf(chosen, prefersDark)
      for (const surface of [palette.background, palette.surface, palette.tint]) {
        expect(contrast(palette.ink, surface)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(palette.softInk, surface)).toBeGreaterThanOrEqual(4.5)
        for (const shape of [palette.strongLine, palette.good, palette.warning])
          expect(contrast(shape, surface)).toBeGreaterThanOrEqual(3)
      }
      expect(contrast(palette.link, palette.background)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(palette.accentLine, palette.background)).toBeGreaterThanOrEqual(3)
      expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

test('a system that is dark gets a dark widget unless the program decides', () => {
  expect(paletteOf({}, true).isDark).toBe(true)
  expect(paletteOf({}, false).isDark).toBe(false)
  expect(paletteOf({ colorScheme: 'light' }, true).isDark).toBe(false)
  expect(paletteOf({ colorScheme: 'dark' }, false).isDark).toBe(true)
  expect(paletteOf({ backgroundColor: '#000000' }, false).isDark).toBe(true)
})
