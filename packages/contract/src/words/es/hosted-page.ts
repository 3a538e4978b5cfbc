import type { hostedPage as english } from '../en/hosted-page.ts'
import type { Translation } from '../translation.ts'

export const hostedPage: Translation<'es', typeof english> = {
  'signIn.title': 'Tu enlace para compartir',
  'signIn.text':
    'Escribe tu correo electrónico y te enviamos un enlace que abre tu página. No necesitas contraseña.',
  'signIn.textToJoin':
    'Escribe tu correo electrónico y te enviamos un enlace que abre tu página. Si es tu primera vez, recibes un enlace propio para compartir. No necesitas contraseña.',
  'signIn.email': 'Correo electrónico',
  'signIn.button': 'Enviarme un enlace',
  'signIn.invalid': 'Esta dirección no puede recibir correos. Revísala, por favor.',

  'sent.title': 'Mira tu correo',
  'sent.text':
    'Si esta dirección participa, recibe en un minuto un correo con un enlace. El enlace funciona una sola vez, durante un cuarto de hora. Mira también en la carpeta de spam.',
  'sent.again': 'Enviar otro enlace',

  'enter.title': 'Abrir tu página',
  'enter.text': 'Accedes como {email}.',
  'enter.button': 'Abrir mi página',
  'enter.choose': 'Esta dirección tiene varias cuentas. ¿Cuál quieres abrir?',

  'used.title': 'Este enlace ya no funciona',
  'used.text': 'Un enlace funciona una sola vez, durante un cuarto de hora.',
  'used.button': 'Pedir un enlace nuevo',

  signedInAs: 'Has accedido como {email}',

  signOut: 'Cerrar sesión',

  otherAccounts: 'Tus otras cuentas',

  'card.title': 'Una tarjeta para repartir',
  'card.text': 'Escanea el código o abre el enlace:',
  'card.print': 'Imprimir la tarjeta',
  'card.qr': 'Código QR de tu enlace',

  'data.title': 'Tus datos',
  'data.text':
    'El botón cierra tu sesión y borra lo que esta página ha guardado en este navegador. Tu enlace sigue funcionando y tus recompensas siguen siendo tuyas.',
  'data.button': 'Borrar mis datos de esta página',
  'data.erasure': 'Para que se borre todo lo que hay guardado sobre ti, escribe a {address}.',
  'data.erasureByCompany':
    'Para que se borre todo lo que hay guardado sobre ti, dirígete a la empresa del programa.',

  'left.title': 'Has cerrado la sesión',
  'left.text': 'Esta página ya no tiene nada guardado en este navegador.',
  'left.button': 'Acceder de nuevo',

  'again.title': 'No ha funcionado',
  'again.text': 'Abre tu página otra vez y repite el paso.',
  'again.button': 'Abrir mi página',

  'tooMany.title': 'Un momento, por favor',
  'tooMany.text': 'Ha habido demasiados intentos. Vuelve a probar en un minuto.',

  'unavailable.title': 'Un momento, por favor',
  'unavailable.text': 'No se ha podido cargar la página. Vuelve a probar en unos segundos.',

  'unknown.title': 'Aquí no hay ninguna página',
  'unknown.text': 'Revisa la dirección o pregunta a la empresa que te la dio.',
}
