"""Regression by normal equations, gradient descent, ridge paths, cross-validation, statistics."""

import numpy as np
from scipy import stats
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import mean_squared_error, r2_score, roc_auc_score
from sklearn.model_selection import KFold, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

rng = np.random.default_rng(5)
n, p = 400, 8
x = rng.normal(size=(n, p))
x[:, 3] = 0.9 * x[:, 2] + 0.1 * rng.normal(size=n)
true = np.array([1.5, 0, -2, 0.5, 0, 3, 0, 0.25])
y = x @ true + 4 + rng.normal(scale=0.5, size=n)

design = np.column_stack([np.ones(n), x])
beta, residues, rank, singular = np.linalg.lstsq(design, y, rcond=None)
print(np.round(beta, 6), np.round(residues, 6), rank, np.round(singular, 5))
residual = y - design @ beta
sigma2 = residual @ residual / (n - p - 1)
errors = np.sqrt(np.diag(sigma2 * np.linalg.inv(design.T @ design)))
t = beta / errors
print(np.round(errors, 6), np.round(2 * stats.t.sf(np.abs(t), n - p - 1), 6))
print("R2", round(1 - residual.var() / y.var(), 8), "cond", round(np.linalg.cond(design), 5))

weights = np.zeros(p + 1)
for step in range(300):
    weights -= 0.1 * design.T @ (design @ weights - y) / n
print(np.round(weights, 5), np.linalg.norm(weights - beta) < 0.2)

for alpha in np.logspace(-2, 3, 6):
    by_hand = np.linalg.solve(x.T @ x + alpha * np.eye(p), x.T @ (y - y.mean()))
    print(round(float(alpha), 4), np.round(by_hand, 5), round(float(np.linalg.norm(by_hand)), 6))
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.25, random_state=0)
for model in (LinearRegression(), Ridge(1.0), Lasso(0.05)):
    model.fit(x_train, y_train)
    predicted = model.predict(x_test)
    print(type(model).__name__, np.round(model.coef_, 5),
          round(mean_squared_error(y_test, predicted), 6), round(r2_score(y_test, predicted), 6))
print(np.round(cross_val_score(Ridge(1.0), x, y, cv=KFold(5)), 6))
labels = (y > np.median(y)).astype(int)
logistic = make_pipeline(StandardScaler(), LogisticRegression()).fit(x, labels)
print(round(roc_auc_score(labels, logistic.predict_proba(x)[:, 1]), 6), logistic.score(x, labels))
curve = np.linspace(-2, 2, 60)
noisy = curve**3 - curve + rng.normal(scale=0.2, size=60)
fit = np.polyfit(curve, noisy, 3)
print(np.round(fit, 6), np.round(np.polyval(fit, [0, 1, 2]), 6), np.round(np.roots(fit), 5))
poly = make_pipeline(PolynomialFeatures(3), LinearRegression()).fit(curve[:, None], noisy)
print(np.allclose(poly.predict(curve[:, None]), np.polyval(fit, curve)))
boot = np.array([np.polyfit(curve[i], noisy[i], 1) for i in rng.integers(0, 60, (200, 60))])
print(np.round(boot.mean(axis=0), 6), np.round(np.percentile(boot, [2.5, 97.5], axis=0), 6))
hat = design @ np.linalg.pinv(design)
print(round(np.trace(hat), 6), np.round(np.sort(np.diag(hat))[-3:], 6))
