export type ProcessorAccount = { readonly environment: string; readonly merchantId: string }

/** Addresses of pages at the processor, each with `{id}` where the ID belongs. */
export type DashboardLinks = {
  readonly customer: string
  readonly subscription: string
  readonly payment: string
}
