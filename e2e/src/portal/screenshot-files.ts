import { resolve } from 'node:path'
import { allPages, furtherViews } from './all-pages.ts'

export const screenshotFolder = resolve(import.meta.dirname, '../../../docs/screenshots')

export const screenshotSizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

export type ScreenshotSize = keyof typeof screenshotSizes
export const screenshotThemes = ['light', 'dark'] as const
export type ScreenshotTheme = (typeof screenshotThemes)[number]

/** The pages of which there are pictures. */
export const picturedPages: readonly string[] = [...allPages, ...furtherViews]

/** The names of all pictures. */
export function screenshotNames(): readonly string[] {
  return picturedPages.flatMap((path) =>
    (['desktop', 'phone'] as const).flatMap((size) =>
      screenshotThemes.map((theme) => screenshotName(path, size, theme)),
    ),
  )
}

export function screenshotName(path: string, size: ScreenshotSize, theme: ScreenshotTheme): string {
  const page = path.replace(/^\//, '').replaceAll(/[^a-z0-9_-]+/gi, '-')
  return `${page}-${size}-${theme}.webp`
}
