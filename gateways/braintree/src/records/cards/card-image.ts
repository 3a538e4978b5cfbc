/** Where the brand's logo is; nothing of the sandbox fetches it. */
export function imageUrlOf(cardType: string): string {
  const name = cardType.toLowerCase().replaceAll(' ', '_')
  return `https://assets.braintreegateway.com/payment_method_logo/${name}.png?environment=sandbox`
}
