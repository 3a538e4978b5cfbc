/** An error code: its status, title, when it occurs and how to fix it. */
export type ErrorEntry = {
  readonly status: number
  readonly title: string
  readonly when: string
  readonly remedy: string
}
