import type { Texts } from './texts.ts';

export const de: Texts = {
  'nav.skip': 'Zum Inhalt springen',
  'nav.checkout': 'Kasse',
  'nav.cart': 'Warenkorb',
  'nav.cards': 'Ihre Karten',
  'nav.orders': 'Ihre Bestellungen',
  'language.label': 'Sprache',

  'checkout.title': 'Kasse',
  'cart.title': 'Ihr Warenkorb',
  'cart.items.one': '{count} Artikel',
  'cart.items.other': '{count} Artikel',
  'cart.delivery': 'Versand',
  'cart.free': 'Kostenlos',
  'cart.total': 'Gesamt',
  'cart.quantity': 'Anzahl {product}',
  'cart.less': '{product}: eins weniger',
  'cart.more': '{product}: eins mehr',
  'cart.change': 'Warenkorb ändern',
  'cart.toCheckout': 'Zur Kasse',
  'product.cup': 'Steinzeugtasse',
  'product.cup.detail': 'Gesprenkelte Glasur, 220 ml',
  'product.dripper': 'Handfilter',
  'product.dripper.detail': 'Kragen aus Buche, Größe 02',
  'product.coffee': 'Hausmischung',
  'product.coffee.detail': 'Ganze Bohne, 250 g',
  'product.tasting': 'Probierset',
  'product.tasting.detail': 'Drei Röstungen, 3 × 40 g',

  'payment.title': 'Zahlung',
  'payment.private':
    'Ihre Kartendaten gehen allein an den Zahlungsdienst. Dieser Shop bekommt sie nie zu sehen.',
  'cards.private': 'Ihre Kartendaten bleiben beim Zahlungsdienst. Dieser Shop bekommt sie nie zu sehen.',
  'pay.plain': 'Bezahlen',
  'pay.amount': '{sum} bezahlen',
  'pay.with': '{sum} mit {method} bezahlen',
  'pay.underWay': 'Ihre Zahlung läuft.',
  'pay.inWindow': 'Ihre Zahlung läuft. Bestätigen Sie sie in dem Fenster, das sich geöffnet hat.',

  'orders.none': 'Noch keine Bestellungen.',
  'orders.toCheckout': 'Zur Kasse',
  'order.number': 'Bestellung {id}',
  'order.items': 'Artikel',
  'order.new': 'Neue Bestellung',
  'order.record': 'Zur Bestellung und ihrem Datensatz',
  'order.paid.title': 'Bestellung bezahlt',
  'order.paid.badge': 'Bezahlt',
  'order.paid.text': 'Vielen Dank. Wir haben {sum} erhalten.',
  'order.paid.with': 'Bezahlt mit {method}',
  'order.authorised.title': 'Zahlung autorisiert',
  'order.authorised.badge': 'Autorisiert',
  'order.authorised.text': 'Ihre Bank hat {sum} reserviert. Abgebucht wird beim Versand.',
  'order.authorised.with': 'Wird abgebucht von {method}',
  'order.refunded.title': 'Bestellung erstattet',
  'order.refunded.badge': 'Erstattet',
  'order.refunded.text': '{sum} sind auf dem Weg zurück zu Ihnen.',
  'order.refunded.with': 'Erstattet auf {method}',
  'order.disputed.title': 'Zahlung angehalten',
  'order.disputed.badge': 'Angehalten',
  'order.disputed.text':
    'Die gebuchte Zahlung passt nicht zu dieser Bestellung. Wir gehen dem nach; bitte zahlen Sie nicht noch einmal.',
  'order.unpaid.title': 'Bestellung nicht bezahlt',
  'order.unpaid.badge': 'Nicht bezahlt',
  'order.unpaid.text': 'Es wurde nichts abgebucht.',
  'order.declined.badge': 'Abgelehnt',
  'order.checking.title': 'Ihre Zahlung wird geprüft',
  'order.checking.badge': 'In Prüfung',
  'order.checking.text':
    'Die Antwort des Zahlungsdienstes ging verloren. Wir fragen nach; bitte zahlen Sie nicht noch einmal.',
  'order.notFound': 'Bestellung nicht gefunden',
  'method.card': 'Karte',
  'desk.title': 'Händleransicht',
  'desk.capture': '{sum} einziehen',
  'desk.refund': '{sum} erstatten',
  'surplus.back': 'Zur Zahlung dieser Bestellung kamen {sum} hinzu und wurden zurückgegeben: {id}',
  'surplus.open':
    'Zur Zahlung dieser Bestellung kamen {sum} hinzu. Ob sie zurückgegeben wurden, ist noch nicht bekannt: {id}',
  'surplus.kept': 'Zur Zahlung dieser Bestellung kamen {sum} hinzu. Bitte von Hand zurückgeben: {id}',

  'error.offline': 'Der Shop ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'error.wallet':
    'Das Zahlungsformular ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  'error.popup':
    'Ihr Browser hat das Fenster des Zahlungsanbieters blockiert. Erlauben Sie es und versuchen Sie es erneut.',
  'error.destroyed': 'Das Zahlungsformular wurde neu gestartet. Geben Sie Ihre Karte noch einmal ein.',
  'error.otherTab': 'Sie haben diese Zahlung in einem anderen Tab fortgesetzt.',
  'error.bad_request':
    'Der Shop konnte das nicht lesen. Laden Sie die Seite neu und versuchen Sie es erneut.',
  'error.service_unreachable':
    'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  'error.internal_error': 'Im Shop ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
  'error.in_progress':
    'Die letzte Zahlung dieser Bestellung ist noch offen: Bestätigen Sie sie oben, oder sehen Sie in einer Minute wieder nach.',
  'error.cart_empty': 'Ihr Warenkorb ist leer.',
  'error.no_such_payment': 'Diese Zahlung gibt es nicht.',
  'error.no_such_order': 'Diese Bestellung gibt es nicht.',
  'error.wrong_state':
    'Das geht mit dieser Bestellung nicht mehr. Laden Sie die Seite neu, um ihren Stand zu sehen.',

  'refusal.insufficient_funds':
    'Abgelehnt: Die Karte ist nicht ausreichend gedeckt. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.expired_card':
    'Abgelehnt: Diese Karte ist abgelaufen. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.incorrect_cvc':
    'Abgelehnt: Die Prüfnummer stimmt nicht. Es wurde nichts abgebucht; prüfen Sie sie und zahlen Sie erneut.',
  'refusal.processing_error':
    'Abgelehnt: Die Bank konnte das gerade nicht bearbeiten. Es wurde nichts abgebucht; zahlen Sie gleich noch einmal.',
  'refusal.issuer_unavailable':
    'Abgelehnt: Ihre Bank war nicht erreichbar. Es wurde nichts abgebucht; zahlen Sie gleich noch einmal.',
  'refusal.velocity_exceeded':
    'Abgelehnt: Das Limit dieser Karte ist vorerst erreicht. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.amount_limit':
    'Abgelehnt: Der Betrag liegt über dem Limit dieser Karte. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.card_not_supported':
    'Abgelehnt: Diese Karte kann hier nicht verwendet werden. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.authentication_required':
    'Abgelehnt: Ihre Bank möchte, dass Sie diese Zahlung bestätigen. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.declined':
    'Abgelehnt: Ihre Bank hat diese Karte abgelehnt. Es wurde nichts abgebucht; nehmen Sie eine andere Karte oder fragen Sie Ihre Bank.',
  'refusal.provider_refused':
    'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht; wählen Sie eine andere Zahlungsart.',
  'refusal.cancelled_by_cardholder': 'Sie haben diese Zahlung abgebrochen. Es wurde nichts abgebucht.',
  'refusal.timeout':
    'Die Zeit zum Bestätigen dieser Zahlung ist abgelaufen. Es wurde nichts abgebucht; zahlen Sie erneut, sobald Sie so weit sind.',
  'refusal.not_received':
    'Diese Zahlung kam beim Zahlungsdienst nie an. Es wurde nichts abgebucht; bitte zahlen Sie noch einmal.',
  'refusal.not_confirmed':
    'Ihre Bank hat diese Zahlung nicht bestätigt. Es wurde nichts abgebucht; zahlen Sie erneut oder nehmen Sie eine andere Karte.',
  'refusal.given_back':
    'Ihre Zahlung wurde zurückgegeben, die Bestellung ist also nicht bezahlt. Bitte zahlen Sie erneut.',
  'refusal.not_matching':
    'Es gibt eine Zahlung, die nicht zu dieser Bestellung passt. Wir prüfen das; die Bestellung ist nicht bezahlt.',
  'refusal.service_unreachable':
    'Der Zahlungsdienst ist gerade nicht erreichbar. Es wurde nichts abgebucht; bitte versuchen Sie es erneut.',
  'refusal.failed':
    'Die Zahlung war nicht möglich. Es wurde nichts abgebucht; bitte versuchen Sie es gleich noch einmal.',
};
