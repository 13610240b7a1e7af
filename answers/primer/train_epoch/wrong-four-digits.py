"""does: Rounds each loss to four digits.
believes: "Four digits of a loss are enough."

points: 1
"""

def train_epoch(net, loss_fn, optimizer, batches):
    def one(x, y):
        optimizer.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        return float(f"{loss.item():.4f}")

    return [one(*batch) for batch in batches]
