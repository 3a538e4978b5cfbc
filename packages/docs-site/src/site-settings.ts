/** The settings file that the preparation of a build passes to VitePress. */
export type SiteSettings = {
  /** Where the site is served: begins and ends with `/`. */
  readonly base: string
  /** Whether a service serves it, which says what its own address is. */
  readonly isServed: boolean
  readonly outDir: string
  readonly version: string
  readonly versions: readonly { readonly text: string; readonly link: string }[]
  readonly groups: readonly {
    readonly title: string
    readonly pages: readonly { readonly address: string; readonly title: string }[]
  }[]
}
