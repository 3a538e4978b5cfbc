import { join, resolve } from 'node:path'
import { allPages, furtherViews } from './all-pages.ts'

const root = resolve(import.meta.dirname, '../../..')
/** The pictures that pages of the documentation show. */
export const shownFolder = join(root, 'docs/screenshots')
/** Where other pictures go, which are not kept. */
export const scratchFolder = join(root, 'dist/screenshots')

export const screenshotSizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

export type ScreenshotSize = keyof typeof screenshotSizes
export const screenshotThemes = ['light', 'dark'] as const
export type ScreenshotTheme = (typeof screenshotThemes)[number]

/** The pages of which there are pictures. */
export const picturedPages: readonly string[] = [...allPages, ...furtherViews]

export function screenshotName(path: string, size: ScreenshotSize, theme: ScreenshotTheme): string {
  const page = path.replace(/^\//, '').replaceAll(/[^a-z0-9_-]+/gi, '-')
  return `${page}-${size}-${theme}.webp`
}
