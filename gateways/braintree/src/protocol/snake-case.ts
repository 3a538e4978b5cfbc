/** `paymentMethodNonce` and `payment-method-nonce` as `payment_method_nonce`. */
export function snakeCase(name: string): string {
  return name.replace(/-/g, '_').replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
