import { appOf } from './app.ts'

/** The app, as Zapier loads it. */
export const app = appOf(APP_VERSION, PLATFORM_VERSION)

// Of the manifests of the app and of its tests: the build replaces them.
declare const APP_VERSION: string
declare const PLATFORM_VERSION: string
