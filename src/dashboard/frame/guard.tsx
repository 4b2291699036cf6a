// An error in one place of the page leaves the others.

import { Component, type ComponentChildren } from 'preact';

interface State {
  readonly why?: string | undefined;
}

export class Guard extends Component<{ readonly children: ComponentChildren }, State> {
  override state: State = {};

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ why: String(error) });
  }

  override render() {
    const { why } = this.state;
    if (why === undefined) return this.props.children;
    return (
      <section class="panel" role="alert" data-testid="failed-place">
        <p class="empty">
          This place of the page failed: {why}.{' '}
          <button onClick={() => this.setState({ why: undefined })}>Show it again</button>
        </p>
      </section>
    );
  }
}
