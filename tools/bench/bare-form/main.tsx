import { render } from 'preact';
import { BareForm } from './BareForm.tsx';

render(<BareForm />, document.body);
