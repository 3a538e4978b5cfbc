import { invalid } from './api-error.ts'
import { type Form, type FormRecord, isRecord } from './read-form.ts'
import { isBefore } from './version.ts'

type Request = { readonly version: string; readonly method: string; readonly path: string }

/** The parameters of a request as today's version has them. @throws {ApiError} for a path that today's has not */
export function inTodaysForm({ version, method, path }: Request, form: FormRecord): FormRecord {
  const isOld = isBefore(version, 'basil')
  if (path === '/invoices/upcoming') {
    if (isOld) return previewForm(form)
    throw invalid(
      'This endpoint is of versions before 2025-03-31.basil: use create_preview.',
      undefined,
      'endpoint_unavailable',
    )
  }
  if (method !== 'POST') return form
  if (/^\/customers(\/[^/]+)?$/.test(path)) return isOld ? discountOfCustomer(form) : withoutDiscount(form)
  if (path === '/checkout/sessions' && isBefore(version, 'dahlia')) return renamedMode(form)
  if (path === '/promotion_codes' && isBefore(version, 'clover')) return promotionForm(form)
  if (!isOld) return form
  if (/^\/subscriptions(\/[^/]+)?$/.test(path)) return listedDiscounts(form)
  if (path === '/invoices/create_preview') return listedDiscounts(form)
  return path === '/invoiceitems' ? pricedItem(form) : form
}

/** Where a session is shown had other words. */
function renamedMode({ ui_mode: mode, ...form }: FormRecord): FormRecord {
  if (mode === undefined) return form
  const names: FormRecord = { hosted: 'hosted_page', embedded: 'embedded_page', custom: 'elements' }
  return { ...form, ui_mode: names[`${mode}`] ?? mode }
}

/** One coupon or promotion code instead of a list; an empty text clears it. */
function listedDiscounts({ coupon, promotion_code: code, ...form }: FormRecord): FormRecord {
  const given = [
    ...(coupon === undefined ? [] : [['coupon', coupon] as const]),
    ...(code === undefined ? [] : [['promotion_code', code] as const]),
  ]
  if (given.length === 0) return form
  if (form.discounts !== undefined)
    throw invalid('You may only specify one of coupon and discounts.', 'coupon')
  const named = given.filter(([, id]) => id !== '')
  return { ...form, discounts: named.length === 0 ? '' : named.map(([kind, id]) => ({ [kind]: id })) }
}

/** A customer's own discount, which today's version cannot give, is in `discount` here. */
function discountOfCustomer({ coupon, promotion_code: code, ...form }: FormRecord): FormRecord {
  const given = {
    ...(coupon !== undefined && { coupon }),
    ...(code !== undefined && { promotion_code: code }),
  }
  if (Object.keys(given).length === 0) return form
  return { ...form, discount: Object.values(given).every((id) => id === '') ? '' : given }
}

function withoutDiscount(form: FormRecord): FormRecord {
  if (form.discount === undefined) return form
  throw invalid('Received unknown parameter: discount', 'discount', 'parameter_unknown')
}

function promotionForm({ coupon, ...form }: FormRecord): FormRecord {
  return coupon === undefined ? form : { ...form, promotion: { type: 'coupon', coupon } }
}

function pricedItem({ price, ...form }: FormRecord): FormRecord {
  return price === undefined ? form : { ...form, pricing: { price } }
}

/** Converts the form of the upcoming invoice: `subscription_items` and the like are details now. */
function previewForm(form: FormRecord): FormRecord {
  const known = isRecord(form.subscription_details) ? form.subscription_details : {}
  const [details, rest] = [new Map<string, Form>(Object.entries(known)), new Map<string, Form>()]
  for (const [key, value] of Object.entries(form)) {
    const name = /^subscription_(?!details$)(\w+)$/.exec(key)?.[1]
    if (name !== undefined) details.set(name, value)
    else if (key !== 'subscription_details') rest.set(key, value)
  }
  const subscription: FormRecord =
    details.size === 0 ? {} : { subscription_details: Object.fromEntries(details) }
  return listedDiscounts({ ...Object.fromEntries(rest), ...subscription })
}
